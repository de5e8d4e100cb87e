/** Passes by what they did, over all dialects. */
function passes() {
  const rows = new Map();
  const blamed = new Map();
  for (const finding of data.findings) if (finding.culprit) blamed.set(finding.culprit, (blamed.get(finding.culprit) ?? 0) + 1);
  for (const here of Object.values(data.space.led)) {
    for (const [pass, led] of Object.entries(here)) {
      const row = rows.get(pass) ?? { pass, applied: 0, changed: 0, declined: 0, ended: 0 };
      const changed = Object.values(led.to ?? {}).reduce((a, b) => a + b, 0);
      row.changed += changed;
      row.declined += led.declined ?? 0;
      row.ended += led.ended ?? 0;
      row.applied += changed + (led.unchanged ?? 0) + (led.declined ?? 0) + (led.ended ?? 0);
      rows.set(pass, row);
    }
  }
  for (const pass of blamed.keys()) if (!rows.has(pass)) rows.set(pass, { pass, applied: 0, changed: 0, declined: 0, ended: 0 });
  const columns = [
    ['Pass', row => row.pass],
    ['Applied', row => row.applied, null, 'number'],
    ['Changed the IR', row => row.changed, null, 'number'],
    ['of times', row => row.changed / Math.max(row.applied, 1), row => percent(row.changed / Math.max(row.applied, 1)), 'number'],
    ['Reported failure', row => row.declined, null, 'number'],
    ['Ended the path', row => row.ended, null, 'number'],
    ['Blamed', row => blamed.get(row.pass) ?? 0, null, 'number'],
  ];
  table(at('passes'), columns, [...rows.values()], 1, true);
}

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

/** How many steps it takes at least to come to each set from where programs are, by way of any other. */
function distances(edges) {
  const next = new Map();
  for (const { from, to } of edges) next.set(from, [...next.get(from) ?? [], to]);
  const reached = new Map();
  let layer = Object.keys(data.space.begun);
  for (let depth = 0; layer.length; depth++) {
    layer = layer.filter(node => !reached.has(node));
    layer.forEach(node => reached.set(node, depth));
    layer = layer.flatMap(node => next.get(node) ?? []);
  }
  return reached;
}

const far = distances(graph('').edges);
const ROW = 64, HEIGHT = 36, GAP = 18;

/** Words of a set in at most two lines. */
function lines(node) {
  const words = node.split('+');
  const half = words.length > 4 ? Math.ceil(words.length / 2) : words.length;
  return [words.slice(0, half).join(' '), words.slice(half).join(' ')].filter(Boolean);
}

function draw() {
  const most = +at('most').value, only = at('through').value;
  const { visits, edges, failing } = graph(only);
  let nodes = [...visits.keys()].sort((a, b) => visits.get(b) - visits.get(a));
  if (only) {
    const led = new Set(edges.map(edge => edge.to));
    nodes = nodes.filter(node => data.space.led[node]?.[only] || led.has(node));
  }
  at('most').max = Math.min(60, Math.max(4, nodes.length));
  nodes = nodes.slice(0, most);
  at('mostShown').textContent = `${nodes.length} of ${visits.size}`;
  const svg = at('space');
  svg.replaceChildren();
  at('chosen').replaceChildren();
  if (nodes.length === 0) {
    svg.setAttribute('width', 400);
    svg.setAttribute('height', 40);
    svg.append(make('text', { class: 'quiet', x: 12, y: 24 }, 'No step of a path that was put together is on record.'));
    return;
  }
  const kept = new Set(nodes);
  const shown = edges.filter(edge => kept.has(edge.from) && kept.has(edge.to));
  const levels = [...new Set(nodes.map(node => far.get(node) ?? Infinity))].sort((a, b) => a - b);
  const rows = levels.map(level => nodes.filter(node => (far.get(node) ?? Infinity) === level));
  const size = node => Math.max(...lines(node).map(line => line.length)) * 6.6 + 20;
  const place = new Map();
  rows.forEach((row, index) => {
    // Each stands near what leads to it.
    const wish = node => {
      const above = shown.filter(edge => edge.to === node && place.has(edge.from));
      const weight = above.reduce((sum, edge) => sum + edge.count, 0);
      return weight ? above.reduce((sum, edge) => sum + edge.count * place.get(edge.from).x, 0) / weight : 0;
    };
    const wishes = new Map(row.map(node => [node, wish(node)]));
    if (index > 0) row.sort((a, b) => wishes.get(a) - wishes.get(b));
    let x = -row.reduce((sum, node) => sum + size(node) + GAP, -GAP) / 2;
    for (const node of row) {
      place.set(node, { x: x + size(node) / 2, y: index * (ROW + HEIGHT) + 24, width: size(node) });
      x += size(node) + GAP;
    }
  });
  const left = Math.min(...nodes.map(node => place.get(node).x - size(node) / 2)) - 70;
  const right = Math.max(...nodes.map(node => place.get(node).x + size(node) / 2)) + 70;
  svg.setAttribute('width', Math.max(right - left, 600));
  svg.setAttribute('height', rows.length * (ROW + HEIGHT) + 10);
  svg.setAttribute('viewBox', `${left} 0 ${Math.max(right - left, 600)} ${rows.length * (ROW + HEIGHT) + 10}`);
  const top = Math.max(...shown.map(edge => edge.count), 1);
  const drawn = shown.map(edge => {
    const [a, b] = [place.get(edge.from), place.get(edge.to)];
    const up = b.y <= a.y;
    const [ay, by] = up ? [a.y + HEIGHT / 2, b.y + HEIGHT / 2] : [a.y + HEIGHT, b.y];
    const bend = up ? Math.max(a.x + a.width / 2, b.x + b.width / 2) + 40 : 0;
    const d = up
      ? `M${a.x + a.width / 2} ${ay}C${bend} ${ay} ${bend} ${by} ${b.x + b.width / 2} ${by}`
      : `M${a.x} ${ay}C${a.x} ${ay + ROW / 2} ${b.x} ${by - ROW / 2} ${b.x} ${by}`;
    const list = [...edge.passes].sort((x, y) => y[1] - x[1]);
    const most = list.slice(0, 6).map(([pass, number]) => `${pass} ${count(number)}`).join('\n');
    const more = list.length > 6 ? `\nand ${list.length - 6} more` : '';
    const path = make('path', { class: up ? 'edge up' : 'edge', d, 'stroke-width': (1 + 9 * Math.sqrt(edge.count / top)).toFixed(1) },
      make('title', {}, `${edge.from} to ${edge.to}\n${most}${more}`));
    svg.append(path);
    return [edge, path];
  });
  for (const node of nodes) {
    const { x, y, width } = place.get(node);
    const fails = failing.get(node);
    const text = lines(node);
    const group = make('g', { class: fails ? 'node fails' : 'node', tabindex: 0, role: 'button', 'aria-label': node },
      make('rect', { x: x - width / 2, y, width, height: HEIGHT, rx: 7 }),
      ...text.map((line, i) => make('text', { x, y: y + HEIGHT / 2 + 4 + (i - (text.length - 1) / 2) * 14, 'text-anchor': 'middle' }, line)),
      make('title', {}, `${node}\n${count(visits.get(node))} steps were taken here`
        + [...fails ?? []].map(([pass, number]) => `\n${pass} ended ${count(number)}`).join('')));
    if (fails) group.append(make('text', { class: 'fails', x: x + width / 2 - 2, y: y - 4, 'text-anchor': 'end' }, `${count([...fails.values()].reduce((a, b) => a + b, 0))}`));
    const choose = () => {
      svg.querySelectorAll('.chosen').forEach(other => other.classList.remove('chosen'));
      group.classList.add('chosen');
      for (const [edge, path] of drawn) {
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
draw();
passes();
document.documentElement.dataset.drawn = Math.round(performance.now());
