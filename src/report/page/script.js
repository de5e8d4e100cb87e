'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const at = id => document.getElementById(id);
const SVG = 'http://www.w3.org/2000/svg';

/** An element with attributes and children; text children are text, never markup. */
function make(name, attributes = {}, ...children) {
  const svg = ['svg', 'g', 'path', 'rect', 'text', 'title', 'line'].includes(name);
  const element = svg ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'on') for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
    else if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

const numbers = new Intl.NumberFormat('en-US'), words = new Intl.Collator('en');
const count = number => numbers.format(number);
const percent = share => (100 * share).toFixed(share < 0.1 ? 2 : 1) + '%';

/** Seconds as people say them. */
function span(seconds) {
  const whole = Math.round(seconds), minutes = Math.floor(whole / 60);
  if (minutes === 0) return `${whole} s`;
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min ${whole % 60} s` : `${hours} h ${minutes % 60} min`;
}

/** A table whose columns sort; a column is [heading, value, cell or nothing, class]. `lines` may make the rows of what is sorted. */
function table(element, columns, rows, by, descending, lines) {
  const body = make('tbody');
  const compare = (a, b) => typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(a, b);
  const head = make('tr');
  let shown = rows;
  function fill() {
    const [, value] = columns[by];
    const order = descending ? -1 : 1;
    const sorted = [...shown].sort((a, b) => order * compare(value(a), value(b)));
    const line = row => make('tr', {}, ...columns.map(([, value, cell, kind]) => {
      const inner = cell ? cell(row) : value(row);
      return make('td', { class: kind }, typeof inner === 'number' ? count(inner) : inner);
    }));
    body.replaceChildren(...(lines ? lines(sorted) : sorted.map(line)));
    [...head.children].forEach((cell, index) => {
      cell.setAttribute('aria-sort', index === by ? (descending ? 'descending' : 'ascending') : 'none');
    });
  }
  columns.forEach(([heading, , , kind], index) => head.append(make('th', { class: kind, scope: 'col' },
    make('button', { on: { click: () => {
      descending = index === by ? !descending : kind === 'number';
      by = index;
      fill();
    } } }, heading))));
  element.replaceChildren(make('thead', {}, head), body);
  fill();
  return filtered => { shown = filtered; fill(); };
}

/** How long ago a signature was last seen for the first time, as a tile. */
function lastFind() {
  const grew = data.curve.filter((moment, i) => i > 0 && moment.signatures > data.curve[i - 1].signatures);
  if (!grew.length) return [['none', 'signature was found']];
  return [[span(Math.max(data.summary.seconds - grew.at(-1).seconds, 0)), 'since the last new signature']];
}

function about() {
  const mlir = data.mlir.map(one => `MLIR ${one.version} (${one.name}, build-id ${one['build-id'].slice(0, 12)})`);
  at('about').textContent = [...mlir, `lowdiff ${data.lowdiff}`, ...data.campaigns].join(' · ');
  const s = data.summary;
  const edges = s.distinct_edges ? `paths, over ${count(s.distinct_edges)} distinct edges of their graphs` : 'paths';
  const came = [
    [count(s.programs), 'programs'],
    [count(s.paths_built), edges],
    [percent(s.success_rate), 'of paths in no finding ran to their end'],
    [count(s.final_modules), 'distinct final modules'],
  ];
  const held = [
    [count(s.programs), 'inputs'],
    [count(s.steps.applied), 'steps'],
    [count(s.steps.changed), 'steps that changed the IR'],
    [count(s.steps.decided), 'of them told right or wrong'],
  ];
  const tiles = [
    ...(s.single_steps ? held : came),
    [count(Object.keys(s.operations_met).length), `operations met, of ${s.dialects_met.length} dialects`],
    ...lastFind(),
    [count(Object.values(s.incomparable).reduce((a, b) => a + b, 0)), 'cases incomparable'],
    [span(s.seconds), 'of time'],
  ];
  at('numbers').append(...tiles.map(([number, what]) => make('div', {}, make('b', {}, number), make('span', {}, what))));
}

/** The first of these steps with which there are at most so many of them in a range; where none is long enough, a longer one of the last's kind. */
const step = (range, most, steps) => steps.find(one => range / one <= most) ?? step(range / 10, most, steps) * 10;
const decimal = (range, most) => {
  const power = 10 ** Math.floor(Math.log10(Math.max(range, 1e-6)) - 1);
  return power * step(range / power, most, [1, 2, 5, 10, 20, 50, 100]);
};
const CLOCK = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 86400];
const clock = (seconds, every) => every < 60 ? `${seconds} s` : every < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`;
const short = value => value >= 1e6 ? `${+(value / 1e6).toFixed(2)} M` : value >= 1e4 ? `${+(value / 1e3).toFixed(1)} k` : String(+value.toFixed(2));

const colours = ['var(--first)', 'var(--second)', 'var(--third)'];

/** Curves over one axis: a curve is [name, points]; a point is [x, y]. Counts begin at 0, shares end at 1. */
function chart(title, curves, { shares, inputs } = {}) {
  const [width, height, left, right, bottom, top] = [380, 190, 48, 14, 24, 10];
  const points = curves.flatMap(([, points]) => points);
  if (points.length < 2) return null;
  const last = Math.max(...points.map(([x]) => x), 1);
  const least = Math.min(...points.map(([, y]) => y)), greatest = Math.max(...points.map(([, y]) => y));
  const every = shares ? decimal(Math.max(1 - least, 0.05), 5) : Math.max(decimal(Math.max(greatest, 1), 5), 1);
  const low = shares ? 1 - Math.ceil(Math.max(1 - least, 0.05) / every - 1e-9) * every : 0;
  const high = shares ? 1 : Math.max(Math.ceil(greatest / every - 1e-9), 1) * every;
  const along = inputs ? Math.max(decimal(last, 5), 1) : step(last, 6, CLOCK);
  const x = value => left + (width - left - right) * value / last;
  const y = value => height - bottom - (height - bottom - top) * (value - low) / (high - low);
  const said = value => shares ? `${+(100 * value).toFixed(1)}%` : short(value);
  const svg = make('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': title });
  for (let i = 0; i <= Math.round((high - low) / every); i++) {
    const value = low + i * every;
    svg.append(make('line', { class: 'grid', x1: left, x2: width - right, y1: y(value), y2: y(value) }),
      make('text', { class: 'quiet', x: left - 6, y: y(value) + 4, 'text-anchor': 'end' }, said(value)));
  }
  for (let value = 0; value <= last; value += along) {
    svg.append(make('text', { class: 'quiet', x: x(value), y: height - 6, 'text-anchor': x(value) > width - 30 ? 'end' : 'middle' },
      inputs ? short(value) : clock(value, along)));
  }
  const clip = value => Math.min(Math.max(value, low), high);
  curves.forEach(([, points], index) => {
    const path = points.map(([px, py], i) => `${i ? 'L' : 'M'}${x(px).toFixed(1)} ${y(clip(py)).toFixed(1)}`).join('');
    svg.append(make('path', { class: 'curve', d: path, style: `stroke:${colours[index]}` }));
  });
  const key = curves.length > 1 ? curves.map(([name], index) => make('span', { class: 'key' },
    make('i', { style: `background:${colours[index]}` }), name)) : [];
  return make('figure', {}, make('figcaption', {}, title, ...key), svg);
}

function curves() {
  // Over so many stretches of time at most, since a few programs say little of a rate.
  const every = Math.max(1, Math.ceil((data.curve.length - 1) / 48));
  const c = data.curve.filter((_, i) => i % every === 0 || i === data.curve.length - 1);
  // A last stretch that is short says nothing: it joins the one before it.
  const mean = (c.at(-1)?.seconds - c[0]?.seconds) / (c.length - 1);
  if (c.length > 2 && c.at(-1).seconds - c.at(-2).seconds < mean / 2) c.splice(-2, 1);
  const rate = (what, per) => c.slice(1).map((p, i) => [p.seconds, per * (p[what] - c[i][what]) / Math.max(p.seconds - c[i].seconds, 1e-3)]);
  const total = what => data.curve.map(p => [p.seconds, p[what]]);
  const share = [];
  for (let i = 1; i < c.length; i++) {
    const counted = c[i].paths - c[i].condemned - (c[i - 1].paths - c[i - 1].condemned);
    if (counted > 0) share.push([c[i].seconds, (c[i].executed - c[i - 1].executed) / counted]);
  }
  const coverage = data.coverage && chart(`Blocks of MLIR's code reached, of ${count(data.coverage.blocks)}`,
    [['blocks, by inputs', data.coverage.curve.map(([inputs, reached]) => [inputs, reached])]], { inputs: true });
  const told = chart('Steps told right or wrong', [['steps', total('decided')]]);
  const findings = chart('Findings', [['of any kind', total('findings')], ['signatures', total('signatures')]]);
  const operations = chart('Operations met', [['operations', total('operations')]]);
  // With or without coverage those of paths are six, which fill their rows.
  const rates = coverage
    ? [chart('A minute', [['programs', rate('programs', 60)], ['new final modules', rate('modules', 60)]])]
    : [chart('Programs a minute', [['programs', rate('programs', 60)]]), chart('New final modules a minute', [['modules', rate('modules', 60)]])];
  const charts = data.summary.single_steps ? [chart('Inputs a minute', [['inputs', rate('programs', 60)]]), told, operations, findings, coverage] : [
    ...rates,
    chart('Paths in no finding that ran to their end', [['of those in no finding', share]], { shares: true }),
    operations,
    chart('Distinct final modules', [['modules', total('modules')]]),
    findings,
    coverage,
  ];
  at('curves').append(...charts.filter(Boolean));
  if (!at('curves').children.length) at('curves').append(make('p', { class: 'note' }, 'The campaign was too short for curves.'));
}

about();
curves();
