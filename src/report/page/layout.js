/** A layered drawing: nodes in rows from top to bottom, edges bent around the boxes that lie between (Sugiyama, Tagawa, Toda 1981). */

/** The widest way to each node from any of the first ones: who comes before it there. A way is as wide as its narrowest edge. */
function widest(first, edges) {
  const out = new Map(), width = new Map(first.map(node => [node, Infinity])), before = new Map(), done = new Set();
  for (const edge of edges) out.set(edge.from, [...out.get(edge.from) ?? [], edge]);
  for (;;) {
    let node = null;
    for (const [other, wide] of width) if (!done.has(other) && (node === null || wide > width.get(node))) node = other;
    if (node === null) return before;
    done.add(node);
    for (const { to, count } of out.get(node) ?? []) {
      const wide = Math.min(width.get(node), count);
      if (!done.has(to) && wide > (width.get(to) ?? 0)) { width.set(to, wide); before.set(to, node); }
    }
  }
}

/** So many nodes that hang together: where programs are, where everything is lowered, and those that were visited most, each with the way there. */
function select(most, first, last, visits, edges) {
  const before = widest(first, edges), chosen = new Set(first.slice(0, most));
  const way = node => {
    const nodes = [];
    for (let at = node; at !== undefined && !chosen.has(at); at = before.get(at)) nodes.push(at);
    return nodes;
  };
  const reached = [...visits.keys()].filter(node => before.has(node)).sort((a, b) => visits.get(b) - visits.get(a));
  for (const node of [...last.filter(node => before.has(node)), ...reached]) {
    const nodes = way(node);
    if (chosen.size + nodes.length <= most) nodes.forEach(one => chosen.add(one));
  }
  return { nodes: [...chosen], before };
}

/** An order in which little goes backwards: each node behind the one it was reached from, and of those who may come the one that least leads to. */
function sequence(nodes, edges, before, last) {
  const left = new Set(nodes), order = [], final = new Set(last);
  while (left.size) {
    const into = new Map([...left].map(node => [node, final.has(node) ? 1e12 : 0]));
    for (const { from, to, count } of edges) if (left.has(from) && left.has(to)) into.set(to, into.get(to) + count);
    const may = [...left].filter(node => !left.has(before.get(node)));
    const next = may.reduce((a, b) => into.get(b) < into.get(a) ? b : a);
    left.delete(next);
    order.push(next);
  }
  return order;
}

/** The row of each node: below all that comes before it, no row wider than there is room for, and the last ones at the bottom. */
function rank(order, edges, size, room, last) {
  const place = new Map(order.map((node, index) => [node, index])), row = new Map(), used = [];
  const bottom = new Set(last);
  for (const node of order) {
    let at = bottom.has(node) ? used.length : 0;
    for (const { from, to } of edges) {
      const other = from === node ? to : to === node ? from : null;
      if (other !== null && place.get(other) < place.get(node)) at = Math.max(at, row.get(other) + 1);
    }
    while (used[at] && used[at] + size(node) > room) at++;
    row.set(node, at);
    used[at] = (used[at] ?? 0) + size(node);
    for (let i = 0; i < used.length; i++) used[i] ??= 0;
  }
  return row;
}

/** Places as near to the wished ones as can be, in this order and without overlap: isotonic regression, by pooling who violates it. */
function apart(items, wish, half) {
  const offset = [];
  items.forEach((item, i) => offset.push(i ? offset[i - 1] + half(items[i - 1]) + half(item) : 0));
  const blocks = [];
  items.forEach((item, i) => {
    blocks.push({ sum: wish(item) - offset[i], count: 1 });
    while (blocks.length > 1 && blocks.at(-2).sum / blocks.at(-2).count > blocks.at(-1).sum / blocks.at(-1).count) {
      const { sum, count } = blocks.pop();
      blocks.at(-1).sum += sum;
      blocks.at(-1).count += count;
    }
  });
  const base = blocks.flatMap(({ sum, count }) => Array(count).fill(sum / count));
  return items.map((_, i) => base[i] + offset[i]);
}

/** Where each node's centre is across, its row, and the points that each edge goes by. */
function layout(nodes, edges, { before, last, size, room }) {
  const row = rank(sequence(nodes, edges, before, last), edges, size, room, last);
  const rows = Array.from({ length: Math.max(...row.values()) + 1 }, () => []);
  const put = (item, at) => { rows[at].push(item); return item; };
  const items = new Map([...nodes].map(node => [node, put({ node, half: size(node) / 2, up: [], down: [] }, row.get(node))]));
  const ways = edges.map(edge => {
    const [top, bottom] = row.get(edge.from) < row.get(edge.to) ? [edge.from, edge.to] : [edge.to, edge.from];
    const way = [items.get(top)];
    for (let at = row.get(top) + 1; at < row.get(bottom); at++) way.push(put({ half: 9, up: [], down: [] }, at));
    way.push(items.get(bottom));
    for (let i = 1; i < way.length; i++) {
      // Long edges had better be straight.
      const weight = (way[i].node ? 1 : 4) * (way[i - 1].node ? 1 : 4) * (1 + Math.sqrt(edge.count));
      way[i - 1].down.push([way[i], weight]);
      way[i].up.push([way[i - 1], weight]);
    }
    return { edge, way, back: top !== edge.from };
  });
  const number = () => rows.forEach(items => items.forEach((item, i) => { item.at = i; }));
  const middle = (item, side) => {
    const near = [...item[side]].sort((a, b) => a[0].at - b[0].at);
    return near.length ? near.reduce((all, [other]) => all + (other.at + 0.5) / rowOf.get(other).length, 0) / near.length : (item.at + 0.5) / rowOf.get(item).length;
  };
  const rowOf = new Map(rows.flatMap(items => items.map(item => [item, items])));
  const crossings = () => rows.reduce((all, items) => {
    const pairs = items.flatMap(item => item.down.map(([other]) => [item.at, other.at]));
    return all + pairs.reduce((some, [a, b], i) => some + pairs.slice(i + 1).filter(([c, d]) => (a - c) * (b - d) < 0).length, 0);
  }, 0);
  number();
  let best = Infinity, kept = rows.map(items => [...items]);
  for (let turn = 0; turn < 16; turn++) {
    const side = turn % 2 ? 'down' : 'up';
    for (const items of turn % 2 ? [...rows].reverse() : rows) {
      const wish = new Map(items.map(item => [item, middle(item, side)]));
      items.sort((a, b) => wish.get(a) - wish.get(b));
      items.forEach((item, i) => { item.at = i; });
    }
    const now = crossings();
    if (now < best) { best = now; kept = rows.map(items => [...items]); }
  }
  kept.forEach((items, i) => rows[i].splice(0, Infinity, ...items));
  number();
  rows.forEach(items => apart(items, () => 0, item => item.half).forEach((x, i) => { items[i].x = x; }));
  for (let turn = 0; turn < 24; turn++) {
    for (const items of turn % 2 ? [...rows].reverse() : rows) {
      const wish = item => {
        const near = [...item.up, ...item.down];
        const weight = near.reduce((all, [, one]) => all + one, 0);
        return weight ? near.reduce((all, [other, one]) => all + one * other.x, 0) / weight : item.x;
      };
      apart(items, wish, item => item.half).forEach((x, i) => { items[i].x = x; });
    }
  }
  return { items, ways, row, rows: rows.length, width: { low: Math.min(...rows.flat().map(item => item.x - item.half)), high: Math.max(...rows.flat().map(item => item.x + item.half)) } };
}
