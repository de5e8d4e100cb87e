/** Why a state that a pass left was not told to be right or wrong, by its relation to the one before. */
const UNCHECKED = {
  'not-run': 'not run',
  vacuous: 'undefined before',
  open: 'left open',
  'too-long': 'takes too long',
  unsupported: 'cannot be run',
  types: 'other types',
};

/** Reasons and how often, most frequent first. */
const unchecked = pass => Object.entries({ 'not-run': pass.not_run, ...pass.relations })
  .filter(([reason, times]) => UNCHECKED[reason] && times > 0).sort((a, b) => b[1] - a[1]);

/** Passes by what they did, and what their steps were as tests. */
function passes() {
  const steps = data.summary.steps;
  const rows = Object.entries(steps.passes).map(([pass, counts]) => {
    const why = unchecked(counts);
    return { ...counts, pass, unchecked: why.reduce((sum, [, times]) => sum + times, 0), why: why.map(([reason, times]) => `${UNCHECKED[reason]} ${count(times)}`).join(', ') };
  });
  const share = row => row.changed / Math.max(row.applied, 1);
  const columns = [
    ['Pass', row => row.pass, null, 'name'],
    ['Applied', row => row.applied, null, 'number'],
    ['Changed the IR', row => row.changed, null, 'number'],
    ['of times', share, row => percent(share(row)), 'number'],
    ['Told right or wrong', row => row.decided, null, 'number'],
    ['Untold', row => row.unchecked, null, 'number'],
    ['Why', row => row.why, null, 'why'],
    ['Findings', row => row.findings, null, 'number'],
    ['Reported failure', row => row.declined, null, 'number'],
    ['Ended the path', row => row.ended, null, 'number'],
  ];
  table(at('passes'), columns, rows, 1, true);
  const reasons = steps.unsupported.map(({ detail, count: times }) => ({ reason: detail, times }));
  at('unsupported').hidden = reasons.length === 0;
  table(at('reasons'), [['A state cannot be run because of', row => row.reason], ['Times', row => row.times, null, 'number']], reasons, 1, true);
}

passes();
