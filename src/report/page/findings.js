/** The findings: cards that say what to do now, a table grouped by bug, and each finding in place. The state of all that is in the address. */

/** The words behind a state, in the order of the cards: what it is, and what to do about it. */
const STATES = [
  ['new', 'new', of => of.every(f => f.versions.length) ? 'To look at: open a finding below. Its report is a draft for LLVM.'
    : 'To look at: open a finding below; lowdiff triage says which are one bug.'],
  ['closed', 'second queue', 'Maintainers close these; each says why.'],
  ['known', 'known', 'Nothing to do.'],
  ['fixed', 'fixed', 'A newer MLIR does not show them: nothing to file.'],
  ['unsettled', 'unsettled', 'Flaky, or no MLIR could tell.'],
  ['incomparable', 'incomparable', 'No findings: they were not seen again, or executors differ.'],
  ['gone', 'gone', 'The folders are no longer there.'],
  ['damaged', 'damaged', 'Their documents cannot be read.'],
];

/** A finding's own state. */
const own = f => f.standing === 'new' && f.closed ? 'closed' : f.standing;
/** The state of a bug is that of its first finding in the order of the cards: a bug is counted once, and as new while a finding of it is. */
const states = new Map();
for (const [state] of [...STATES].reverse()) for (const f of data.findings) if (own(f) === state) states.set(f.bug, state);
const standing = f => states.get(f.bug);
const card = bug => STATES.findIndex(([state]) => state === states.get(bug));

/** Findings by bug, in the order of the list. */
function byBug(list) {
  const bugs = new Map();
  for (const f of list) bugs.set(f.bug, [...bugs.get(f.bug) ?? [], f]);
  return bugs;
}

const counted = (number, one, many) => `${count(number)} ${number === 1 ? one : many}`;

/** The choice of what is shown, as the address has it. */
const choice = new Map([['q', ''], ['verdict', ''], ['state', ''], ['grouped', '1'], ['open', '']]);

function readChoice() {
  const given = new URLSearchParams(location.hash.slice(1));
  for (const key of choice.keys()) if (given.has(key)) choice.set(key, given.get(key));
}

function writeChoice() {
  const usual = new Map([['grouped', '1']]);
  const told = [...choice].filter(([key, value]) => value !== (usual.get(key) ?? ''));
  const hash = new URLSearchParams(told).toString();
  history.replaceState(null, '', hash ? `#${hash}` : location.pathname + location.search);
}

function cards(choose) {
  const tiles = STATES.map(([state, name, what]) => [state, name, what, data.findings.filter(f => standing(f) === state)])
    .filter(([state, , , of]) => of.length > 0 || state === 'new');
  at('cards').replaceChildren(...tiles.map(([state, name, what, of]) => {
    const bugs = byBug(of).size;
    const nouns = state === 'incomparable' ? ['case', 'cases'] : ['bug', 'bugs'];
    const advice = typeof what === 'function' ? what(of) : what;
    const said = of.length ? `${counted(of.length, 'finding', 'findings')}. ${advice}`
      : 'Nothing new was found. A longer run, another seed or --paths may find more.';
    return make('button', {
      class: `card ${state}`, 'aria-pressed': String(choice.get('state') === state), on: { click: () => choose(state) },
    }, make('b', {}, count(bugs)), make('strong', {}, `${name} ${nouns[bugs === 1 ? 0 : 1]}`), make('span', {}, said));
  }));
}

/** A text that can be taken with one press. */
function command(text) {
  const button = make('button', { class: 'copy', on: { click: async () => {
    try { await navigator.clipboard.writeText(text); button.textContent = 'copied'; }
    catch { getSelection().selectAllChildren(code); button.textContent = 'selected: press Ctrl+C'; }
    setTimeout(() => { button.textContent = 'copy'; }, 2000);
  } } }, 'copy');
  const code = make('code', {}, text);
  return make('p', { class: 'command' }, code, button);
}

/** What one finding is, in place. */
function opened(f) {
  const parts = [make('p', { class: 'message' }, f.message || 'Nothing more is known of it.')];
  const facts = [['To blame', f.culprit], ['State', f.state], ['Second queue', f.closed], ['Stock programs', f.link ? asked(f) : null], ['Signature', f.signature]];
  parts.push(make('dl', {}, ...facts.filter(([, value]) => value).flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)])));
  if (f.versions.length) {
    parts.push(make('table', { class: 'versions' }, make('tbody', {}, ...f.versions.map(version => make('tr', { class: 'version' },
      make('th', { scope: 'row' }, `MLIR ${version.mlir}`), make('td', {}, SHOWS.get(version.shows) ?? version.shows), make('td', {}, version.detail))))));
  } else if (f.link) parts.push(make('p', { class: 'quiet' }, 'Other versions of MLIR were not asked: lowdiff triage asks them.'));
  if (f.command) parts.push(command(f.command));
  const texts = [[f.after === null ? 'The program that shows it' : 'Before the pass', f.before], ['After it', f.after]].filter(([, text]) => text !== null);
  if (texts.length) {
    parts.push(make('div', { class: 'texts' }, ...texts.map(([name, text]) => make('figure', {}, make('figcaption', {}, name), make('pre', {}, text)))));
  }
  if (f.link) parts.push(make('p', {}, make('a', { href: f.link }, 'the report'), ' · ', make('a', { href: f.link.replace(/\/report\.md$/, '/') }, 'all files')));
  return parts;
}

/** What a version's answer says. */
const SHOWS = new Map([['yes', 'shows it'], ['no', 'does not show it'], ['other', 'shows something else'], ['flaky', 'shows it in some runs'], ['unknown', 'could not be asked']]);
/** What stock programs say of a finding. */
const STOCK = new Map([[true, 'show it'], [false, 'do not show it'], [null, 'not confirmed']]);
/** Verdicts on what they do not look for. */
const UNWATCHED = new Set(['undefined', 'memory', 'miscompiled']);
const asked = f => UNWATCHED.has(f.verdict) && !f.confirmed ? 'do not look for it' : STOCK.get(f.confirmed);
/** How many there were, and how many are left of them. */
const fewer = (from, to) => to === undefined || to === null ? from ?? '' : `${from ?? '?'} → ${to}`;
/** A bug with more findings than these begins closed. */
const MOST_SHOWN = 3;

function findings() {
  readChoice();
  const columns = [
    ['Finding', f => f.name, f => make('button', { class: 'open', 'aria-expanded': String(choice.get('open') === f.name), on: { click: () => toggle(f.name) } }, f.name)],
    ['Verdict', f => f.verdict, null, 'word'],
    ['Pass', f => f.culprit ?? ''],
    ['MLIR', f => f.mlir],
    ['Operations', f => f.reduced?.operations ?? f.operations ?? -1, f => fewer(f.operations, f.reduced?.operations), 'number'],
    ['Steps', f => f.reduced?.steps ?? f.steps ?? -1, f => fewer(f.steps, f.reduced?.steps), 'number'],
    ['Stock programs', asked],
    ['State', f => f.closed ? `${f.state}; second queue: ${f.closed}` : f.state],
  ];
  const unfolded = new Set();
  const line = f => {
    const row = make('tr', {}, ...columns.map(([name, value, cell, kind]) => make('td', { class: kind, 'data-name': name }, cell ? cell(f) : String(value(f)))));
    if (choice.get('open') !== f.name) return [row];
    return [row, make('tr', { class: 'detail' }, make('td', { colspan: columns.length }, make('div', { class: 'opened' }, ...opened(f))))];
  };
  /** The rows of the table: those of a bug stand together under its name, bugs in the order of the cards. */
  function rows(sorted) {
    if (choice.get('grouped') !== '1') return sorted.flatMap(line);
    return [...byBug(sorted)].sort(([a], [b]) => card(a) - card(b)).flatMap(([bug, of]) => {
      const first = unfolded.has(bug) || of.some(f => f.name === choice.get('open')) ? of : of.slice(0, MOST_SHOWN);
      const left = of.length - first.length;
      const more = left ? make('button', { class: 'more', on: { click: () => { unfolded.add(bug); filter(); } } }, `show ${count(left)} more`) : null;
      const passes = [...new Set(of.map(f => f.culprit).filter(Boolean))];
      const state = [...new Set(of.map(f => STATES.find(([state]) => state === own(f))?.[1]))].join(', ');
      const head = make('tr', { class: `bug ${standing(of[0])}` }, make('th', { colspan: columns.length, scope: 'rowgroup' },
        make('b', {}, bug), ` ${state} · ${counted(of.length, 'finding', 'findings')}${passes.length && !passes.every(pass => bug.includes(pass)) ? ` · ${passes.slice(0, 3).join(', ')}${passes.length > 3 ? ' …' : ''}` : ''} `, more));
      return [head, ...first.flatMap(line)];
    });
  }
  const update = table(at('findings'), columns, [], 0, false, rows);
  const verdicts = [...new Set(data.findings.map(f => f.verdict))].sort();
  at('verdict').append(...verdicts.map(verdict => make('option', {}, verdict)));
  at('state').append(...STATES.filter(([state]) => data.findings.some(f => standing(f) === state)).map(([state, name]) => make('option', { value: state }, name)));
  const said = f => [f.name, f.verdict, f.culprit, f.mlir, f.bug, f.signature, f.state, f.closed, f.message].join(' ').toLowerCase();
  const texts = data.findings.map(said);
  function filter() {
    const wanted = choice.get('q').toLowerCase().split(/\s+/).filter(Boolean);
    const shown = data.findings.filter((f, i) => (!choice.get('verdict') || f.verdict === choice.get('verdict'))
      && (!choice.get('state') || standing(f) === choice.get('state')) && wanted.every(word => texts[i].includes(word)));
    const all = data.findings.length, bugs = byBug(shown).size;
    at('shown').textContent = all === 0 ? '' : `${count(shown.length)} of ${counted(all, 'finding', 'findings')} in ${counted(bugs, 'group', 'groups')}`;
    at('none').textContent = all === 0 ? 'The campaign kept no finding.' : shown.length === 0 ? 'No finding fits. Clear the words above, or choose another card.' : '';
    at('findings').hidden = shown.length === 0;
    cards(choose);
    writeChoice();
    update(shown);
  }
  function choose(state) {
    choice.set('state', choice.get('state') === state ? '' : state);
    put();
    filter();
  }
  function toggle(name) {
    choice.set('open', choice.get('open') === name ? '' : name);
    filter();
  }
  const fields = [['filter', 'q'], ['verdict', 'verdict'], ['state', 'state']];
  function put() {
    fields.forEach(([id, key]) => { at(id).value = choice.get(key); });
    at('grouped').checked = choice.get('grouped') === '1';
  }
  fields.forEach(([id, key]) => at(id).addEventListener('input', () => { choice.set(key, at(id).value); filter(); }));
  at('grouped').addEventListener('input', () => { choice.set('grouped', at('grouped').checked ? '1' : '0'); filter(); });
  addEventListener('hashchange', () => { readChoice(); put(); filter(); });
  put();
  filter();
}

/** The parts of a campaign's time, by their keys in the summary. */
const PARTS = new Map([['passes', 'passes'], ['check', 'running states to judge steps'], ['execute', 'running lowered code'],
  ['compile', 'translation to machine code'], ['confirm', 'stock programs, writing findings down'], ['blame', 'looking for passes to blame'],
  ['parse', 'parsing'], ['decode', 'making programs'], ['copies', 'copies of states'], ['verify', "MLIR's verifier"], ['count', 'counting operations'],
  ['hash', 'hashing states'], ['harness', 'everything else']]);

function times() {
  const parts = [...PARTS].map(([key, name]) => [name, data.summary.time[key] ?? 0]).filter(([, seconds]) => seconds > 0);
  const all = parts.reduce((sum, [, seconds]) => sum + seconds, 0);
  if (all === 0) return at('times').append(make('p', { class: 'note' }, 'No time was measured.'));
  parts.sort((a, b) => b[1] - a[1]);
  at('times').append(...parts.filter(([, seconds]) => seconds / all >= 0.001).map(([name, seconds]) => make('div', { class: 'part' },
    make('span', {}, name), make('span', { class: 'bar' }, make('i', { style: `width:${(100 * seconds / all).toFixed(1)}%` })),
    make('span', { class: 'share' }, `${percent(seconds / all)}, ${seconds < 10 ? `${seconds.toFixed(1)} s` : span(seconds)}`))));
}

/** Two campaigns, number beside number. */
function sides() {
  const other = data.beside;
  at('sides').hidden = !other;
  if (!other) return;
  const both = [data, other];
  const total = (s, key) => Object.values(s[key] ?? {}).reduce((a, b) => a + b, 0);
  const minutes = s => Math.max(s.seconds, 1) / 60, rate = number => number < 100 ? number.toFixed(1) : count(Math.round(number));
  const measures = [
    ['Time', s => span(s.seconds)], ['Programs or inputs', s => count(s.programs)], ['Programs or inputs a minute', s => rate(s.programs / minutes(s))],
    ['Paths', s => count(s.paths_built)], ['Steps told right or wrong', s => count(s.steps.decided)],
    ['Steps told a minute', s => rate(s.steps.decided / minutes(s))], ['Distinct final modules', s => count(s.final_modules)],
    ['Operations met', s => count(Object.keys(s.operations_met).length)], ['Findings', s => count(total(s, 'signatures'))],
    ['Signatures', s => count(Object.keys(s.signatures).length)], ['Cases incomparable', s => count(total(s, 'incomparable'))],
  ];
  at('compared').replaceChildren(make('thead', {}, make('tr', {}, make('th', {}, ''), ...both.map(one => make('th', { class: 'number', scope: 'col' }, one.title)))),
    make('tbody', {}, ...measures.map(([name, of]) => make('tr', {}, make('th', { scope: 'row' }, name), ...both.map(one => make('td', { class: 'number' }, of(one.summary)))))));
  const [own, others] = both.map(one => new Set(Object.keys(one.summary.signatures)));
  const list = (title, names) => make('div', {}, make('h3', {}, `${title} (${names.length})`), names.length
    ? make('ul', {}, ...names.sort().map(name => make('li', {}, name))) : make('p', { class: 'quiet' }, 'None.'));
  at('signatures').replaceChildren(list(`Signatures of ${data.title} alone`, [...own].filter(name => !others.has(name))),
    list('Signatures of both', [...own].filter(name => others.has(name))),
    list(`Signatures of ${other.title} alone`, [...others].filter(name => !own.has(name))));
  const points = (one, what) => one.curve.map(p => [p.seconds, p[what]]);
  const overlay = (title, what) => chart(title, both.map(one => [one.title, points(one, what)]));
  at('overlays').append(...[overlay('Signatures', 'signatures'), overlay('Distinct final modules', 'modules'), overlay('Steps told right or wrong', 'decided')].filter(Boolean));
}

findings();
times();
sides();
