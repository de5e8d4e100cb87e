/** The graph: how often each set of dialects was there, and what led where. */
function graph(only) {
  const visits = new Map(), edges = new Map(), failing = new Map(), arrivals = new Map();
  const bump = (map, key, by) => map.set(key, (map.get(key) ?? 0) + by);
  for (const [from, here] of Object.entries(data.space.led)) {
    for (const [pass, led] of Object.entries(here)) {
      const to = Object.entries(led.to ?? {});
      bump(visits, from, (led.unchanged ?? 0) + (led.declined ?? 0) + (led.ended ?? 0) + to.reduce((sum, [, n]) => sum + n, 0));
      for (const [target] of to) bump(visits, target, 0);
      if (only && pass !== only) continue;
      if (led.ended) {
        if (!failing.has(from)) failing.set(from, new Map());
        bump(failing.get(from), pass, led.ended);
      }
      for (const [target, number] of to) {
        bump(arrivals, target, number);
        if (target === from) continue;
        const key = from + ' ' + target;
        const edge = edges.get(key) ?? { from, to: target, count: 0, passes: new Map() };
        edge.count += number;
        bump(edge.passes, pass, number);
        edges.set(key, edge);
      }
    }
  }
  return { visits, edges: [...edges.values()], failing, arrivals };
}

const HEIGHT = 46, BETWEEN = 74, LINE = 20, LINES = 3, FAILS = 34;

/** Words of a set in lines of about the same length, as many as a box has room for. */
function lines(node) {
  const most = Math.min(Math.ceil(node.length / LINE), LINES), wanted = node.length / most;
  return node.split('+').reduce((lines, word) => {
    const last = lines.at(-1);
    if (last && (lines.length === most || last.length + word.length / 2 < wanted)) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
    return lines;
  }, []);
}

/** What is drawn: so many sets that hang together, and the widest lines between them. */
function drawn(only, most) {
  const { visits, edges, failing } = graph(only);
  const begun = Object.entries(data.space.begun).sort((a, b) => b[1] - a[1]).map(([node]) => node);
  const last = [...visits.keys()].filter(node => node === 'llvm' || node === 'builtin+llvm');
  let nodes, before = new Map(), first = begun.slice(0, 2);
  if (only) {
    const met = new Map(), add = (node, number) => met.set(node, (met.get(node) ?? 0) + number);
    // Where it was taken, whatever came of it, and then where it led.
    for (const [node, { [only]: led }] of Object.entries(data.space.led)) {
      if (led) add(node, (led.unchanged ?? 0) + (led.declined ?? 0) + (led.ended ?? 0) + Object.values(led.to ?? {}).reduce((a, b) => a + b, 0));
    }
    for (const { from, to } of edges) if (!met.has(to) && from !== to) add(to, 0);
    nodes = [...met.keys()].sort((a, b) => met.get(b) - met.get(a)).slice(0, most);
  } else ({ nodes, before } = select(most, first, last, visits, edges));
  const kept = new Set(nodes), all = edges.filter(edge => kept.has(edge.from) && kept.has(edge.to)).sort((a, b) => b.count - a.count);
  // Who has no line in it has its widest one; beyond these so many that eyes can follow.
  const shown = new Set(all.filter(edge => before.get(edge.to) === edge.from));
  for (const edge of all) if (shown.size < 2.2 * nodes.length) shown.add(edge);
  return { visits, failing, nodes, before, first, last, all, shown: [...shown] };
}

/** The pass that led to each set most often by the widest line to it, and how many more are in that line. */
function leading(edges) {
  const widest = new Map();
  for (const edge of edges) {
    if ((widest.get(edge.to)?.edge.count ?? 0) >= edge.count) continue;
    const [[pass]] = [...edge.passes].sort((x, y) => y[1] - x[1]);
    widest.set(edge.to, { edge, pass, more: edge.passes.size > 1 ? ` +${edge.passes.size - 1}` : '' });
  }
  return widest;
}

function draw() {
  const most = +at('most').value, only = at('through').value, svg = at('space');
  const { visits, failing, nodes, before, first, last, all, shown } = drawn(only, most);
  at('most').max = Math.max(4, Math.min(60, visits.size));
  at('mostShown').textContent = `${count(nodes.length)} of ${count(visits.size)}`;
  svg.replaceChildren();
  at('chosen').replaceChildren();
  at('left').textContent = all.length > shown.length ? `Of ${count(all.length)} lines between these sets the ${count(shown.length)} widest are drawn.` : '';
  if (nodes.length === 0) {
    svg.setAttribute('viewBox', '0 0 500 40');
    svg.style.width = '500px';
    svg.append(make('text', { class: 'quiet', x: 12, y: 24 }, 'No step of a path that was put together is on record.'));
    return;
  }
  const text = new Map(nodes.map(node => [node, lines(node)]));
  const by = new Map();
  for (const { edge, pass, more } of leading(shown).values()) by.set(edge.to, (pass.length > 26 ? `${pass.slice(0, 25)}…` : pass) + more);
  const size = node => Math.max(...text.get(node).map(line => line.length), 12) * 6.3 + 18;
  // What the style leaves of the window; to ask would have all tables laid out at once.
  const room = Math.max(Math.min(innerWidth, 1360) - 100, 480);
  const spread = layout(nodes, shown, { before, last, room, size: node => Math.max(size(node) + (failing.has(node) ? FAILS : 0), (by.get(node) ?? '').length * 5.7) + 22 });
  const y = row => row * (HEIGHT + BETWEEN) + 26;
  const centre = node => spread.items.get(node).x - (failing.has(node) ? FAILS / 2 : 0);
  const low = spread.width.low - 10, wide = Math.max(spread.width.high + 10 - low, 300), high = y(spread.rows) - BETWEEN + 40;
  svg.setAttribute('viewBox', `${low} 0 ${wide} ${high}`);
  svg.style.width = `${wide}px`;
  const top = Math.max(...shown.map(edge => edge.count), 1);
  const paths = spread.ways.map(({ edge, way, back }) => {
    const points = way.map((item, i) => {
      const at = item.node === undefined ? item.x : centre(item.node), above = y(spread.row.get(way[0].node) + i);
      return i === 0 ? [[at, above + HEIGHT]] : i === way.length - 1 ? [[at, above]] : [[at, above], [at, above + HEIGHT]];
    }).flat();
    if (back) points.reverse();
    const d = points.map(([px, py], i) => {
      if (i === 0) return `M${px} ${py}`;
      const [qx, qy] = points[i - 1], half = (qy + py) / 2;
      return qx === px ? `L${px} ${py}` : `C${qx} ${half} ${px} ${half} ${px} ${py}`;
    }).join('');
    const list = [...edge.passes].sort((x, y) => y[1] - x[1]);
    const most = list.slice(0, 8).map(([pass, number]) => `${pass} ${count(number)}`).join('\n');
    const more = list.length > 8 ? `\nand ${list.length - 8} more passes` : '';
    const path = make('path', { class: back ? 'edge up' : 'edge', d, 'stroke-width': (1.2 + 9 * Math.sqrt(edge.count / top)).toFixed(1) },
      make('title', {}, `${edge.from}\nto ${edge.to}: ${count(edge.count)} times\n${most}${more}`));
    svg.append(path);
    return [edge, path];
  });
  for (const node of nodes) {
    const x = centre(node), above = y(spread.row.get(node)), width = size(node), words = text.get(node), fails = failing.get(node);
    const kind = ['node', fails && 'fails', first.includes(node) && 'first', last.includes(node) && 'last'].filter(Boolean).join(' ');
    const group = make('g', { class: kind, tabindex: 0, role: 'button', 'aria-label': node },
      make('rect', { x: x - width / 2, y: above, width, height: HEIGHT, rx: 7 }),
      ...words.map((line, i) => make('text', { x, y: above + HEIGHT / 2 + 4 + (i - (words.length - 1) / 2) * 13.5, 'text-anchor': 'middle' }, line)),
      make('title', {}, `${node}\n${count(visits.get(node))} steps were taken here`));
    if (by.has(node)) group.append(make('text', { class: 'by', x, y: above - 6, 'text-anchor': 'middle' }, by.get(node)));
    if (fails) {
      const all = [...fails.values()].reduce((a, b) => a + b, 0), side = x + width / 2, middle = above + HEIGHT / 2;
      const list = [...fails].sort((a, b) => b[1] - a[1]).map(([pass, number]) => `\n${pass} ${count(number)}`).join('');
      group.append(make('g', {},
        make('path', { class: 'failing', d: `M${side} ${middle}h12m-4 -4l8 8m0 -8l-8 8`, 'stroke-width': 2 }),
        make('text', { class: 'fails', x: side + 19, y: middle + 4 }, count(all)),
        make('title', {}, `Paths that a pass ended here: ${count(all)}${list}`)));
    }
    const choose = () => {
      svg.querySelectorAll('.chosen').forEach(other => other.classList.remove('chosen'));
      group.classList.add('chosen');
      for (const [edge, path] of paths) {
        const lit = edge.from === node || edge.to === node;
        path.classList.toggle('lit', lit);
        path.classList.toggle('dim', !lit);
      }
      tell(node);
    };
    group.addEventListener('click', choose);
    group.addEventListener('keydown', event => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); choose(); } });
    svg.append(group);
  }
}

/** What passes did to IR of one set of dialects. */
function tell(node) {
  const rows = Object.entries(data.space.led[node] ?? {}).map(([pass, led]) => {
    const to = Object.entries(led.to ?? {}).sort((a, b) => b[1] - a[1]);
    return { pass, to, changed: to.reduce((sum, [, n]) => sum + n, 0), unchanged: led.unchanged ?? 0, declined: led.declined ?? 0, ended: led.ended ?? 0 };
  });
  const element = make('table');
  const columns = [
    ['Pass', row => row.pass],
    ['Changed', row => row.changed, null, 'number'],
    ['Did not', row => row.unchanged, null, 'number'],
    ['Reported failure', row => row.declined, null, 'number'],
    ['Ended the path', row => row.ended, null, 'number'],
    ['Led most often to', row => row.to[0]?.[0] ?? ''],
  ];
  table(element, columns, rows, 1, true);
  at('chosen').replaceChildren(make('h3', {}, node.replaceAll('+', ' + ')), make('div', { class: 'scroll tall' }, element));
}

const names = [...new Set(Object.values(data.space.led).flatMap(here => Object.keys(here)))].sort();
at('through').append(...names.map(name => make('option', {}, name)));
at('most').addEventListener('input', draw);
at('through').addEventListener('input', draw);
let narrow = innerWidth;
addEventListener('resize', () => { if (innerWidth !== narrow) { narrow = innerWidth; draw(); } });
draw();
document.documentElement.dataset.drawn = Math.round(performance.now());
