// The log of the job `work`: steps, turns and cost. Everyone who may read the repository can read the log, and the runner executes workflow
// commands in it, so it contains no text of a model, a tool or a service. Used by work.ts.

import type { Progress, Show } from '../ports/progress.js';
import { runWords } from '../text/lang/run/index.js';
import { agentName, inputTokensOf, preciseUsd, shortCount } from '../view/run/describe.js';

/** Prints progress, one line for each turn and check. */
export function workLog(log: (line: string) => void): Show {
  const turns = new Map<string, number>();
  const calls = new Map<string, number>();
  let part = '';
  const turnOf = (who: string) =>
    [plainName(agentName(who, [...turns.keys()])), say.turn(turns.get(who) ?? 1)].join(' · ');
  return (progress) => {
    switch (progress.kind) {
      case 'turn began':
        turns.set(progress.who, progress.turn);
        break;
      case 'call began':
        calls.set(progress.who, (calls.get(progress.who) ?? 0) + 1);
        break;
      case 'turn lost':
        log(`  ✗ ${turnOf(progress.who)}${againOf(progress)}`);
        break;
      case 'spent':
        log(`  ${turnOf(progress.who)} · ${meterOf(progress)}${callsOf(calls.get(progress.who) ?? 0)}`);
        calls.delete(progress.who);
        break;
      case 'part':
        part = progress.name;
        log(`▸ ${partOf(part)}`);
        break;
      case 'check began':
        log(`    → ${plainName(progress.name)}`);
        break;
      case 'check ended':
        log(`    ${checkLine(progress, part)} · ${say.took(progress.ms)}`);
        break;
    }
  };
}

/** Logs of Actions are in English. */
const say = runWords('en');

/** The result of a check. Without the change the new tests should fail, so there a failure is the good result. */
function checkLine({ name, status }: ProgressOf<'check ended'>, part: string): string {
  if (part === 'reproduction' && (status === 'PASS' || status === 'FAIL')) {
    const fails = status === 'FAIL';
    return `${fails ? '✓' : '✗'} ${say.reproduced({ step: plainName(name), fails })}`;
  }
  return `${MARKS[status] ?? '!'} ${plainName(name)}`;
}

const MARKS: Readonly<Record<string, string>> = { PASS: '✓', FAIL: '✗' };

type ProgressOf<K extends Progress['kind']> = Extract<Progress, { kind: K }>;

const againOf = ({ againInMs }: ProgressOf<'turn lost'>): string =>
  againInMs === undefined ? '' : ` · ${say.again(say.took(againInMs))}`;

function meterOf({ usage, totalUsd, leftUsd }: ProgressOf<'spent'>): string {
  const { total, cachedPercent } = inputTokensOf(usage);
  const spent = say.left({ usd: preciseUsd(totalUsd), left: preciseUsd(leftUsd) });
  return `${spent} · ${say.tokens({ input: shortCount(total), cachedPercent, out: shortCount(usage.out) })}`;
}

const callsOf = (count: number): string => (count === 0 ? '' : ` · after ${count} tool call${count === 1 ? '' : 's'}`);

/** The text for a part of the workflow. An unknown name may come from the repository, so it is shown only if it is plain. */
function partOf(name: string): string {
  const known = say.part(name);
  return known === name ? plainName(name) : known;
}

const PLAIN_NAME = /^[\p{L}\p{N}][\p{L}\p{N} .:_/@()+-]{0,59}$/u;

/** A name that the repository gave, or `…` if it could be a workflow command, an address or a long text. */
const plainName = (name: string): string =>
  PLAIN_NAME.test(name) && !name.includes('//') && !name.includes('::') ? name : '…';
