// A slash command at the terminal: the same road, from words instead of a comment.
import { parseWords } from '../../commands/parse.js';
import type { Crew } from '../../core/crew.js';
import { exitOf, outcomes } from '../../core/outcome.js';
import { UserError } from '../../errors.js';
import type { Event } from '../../event.js';
import { road } from '../../road.js';
import { messages } from '../../text/lang/index.js';
import { built } from '../built.js';
import { stopping } from '../stopping.js';
import { watcher } from '../watcher.js';
import { localCrew, workCrew } from '../wire.js';
import { saidOf } from './agent.js';
import type { Call, Said } from './desk.js';
import { hubOf } from './hub.js';

/** Sends the words down the road, and says how it ended. */
export async function ask(name: string, call: Call): Promise<Said> {
  const { flags, words } = call;
  refuseWrong([name, ...words]);
  if (IN_THE_THREAD.includes(name)) throw onlyThere(name);
  const { repo, issue } = flags;
  const crew = await crewFor(name, call);
  const event: Event = {
    kind: 'typed',
    key: `typed-${crew.desk.clock.now()}`,
    repo,
    issue,
    run: flags.run,
    words: [name, ...words],
  };
  const ended = await road(event, crew);
  const last = ended.at(-1);
  const at = elsewhereOf(last?.outcome?.result);
  if (last && at !== undefined) return elsewhere(last.run, at);
  if (last?.outcome && WORKS.includes(name)) return saidOf(last.run, last.outcome);
  // What was said to a run may have ended it, or brought it to its next question: then that is what there is to say.
  const outcome = (ended.findLast((each) => each.outcome?.says !== undefined) ?? ended.at(-1))?.outcome;
  const runs =
    name === 'status' ? { runs: (await crew.runs(issue)).filter(({ workflow }) => workflow !== 'answer') } : {};
  return {
    text: outcome?.says ?? '',
    json: {
      ...(SPEAKS.includes(name) ? { run: last?.run } : {}),
      status: outcome ? outcomes[outcome.name].status : 'refused',
      ...runs,
    },
    exit: exitOf(ended.flatMap((each) => each.outcome ?? [])),
  };
}

/** Whose it is, when somebody else is at it right now (core/carry.ts). */
function elsewhereOf(result: unknown): string | undefined {
  const { elsewhere } = (typeof result === 'object' && result !== null ? result : {}) as { elsewhere?: unknown };
  return typeof elsewhere === 'string' ? elsewhere : undefined;
}

/** Nothing goes on here: it goes on where it is, and what was said is heard there. */
const elsewhere = (run: string, at: string): Said => ({
  text: `${run} is being worked on elsewhere${at === run ? '' : ` (${at})`}; what was said to it is heard there.`,
  json: { run, status: 'running', elsewhere: at },
  exit: 0,
});

/** Whoever works in the tree that is here; an issue of a repository on GitHub is looked at there. */
async function crewFor(name: string, call: Call): Promise<Crew> {
  const { repo, issue, lang, root } = call.flags;
  const here = { env: call.env, root, repo, lang };
  const isWork = SPEAKS.includes(name) || WORKS.includes(name);
  const local = isWork ? workCrew({ ...here, show: watcher(call), stop: stopping(call.tell) }) : localCrew(here);
  if (repo === undefined) return local;
  if (!WORKS.includes(name)) return { ...local, runs: (await hubOf(call, repo)).runs };
  return issue === undefined ? local : { ...local, field: (await hubOf(call, repo)).field };
}

/** What works in the tree: its runs are kept in this folder. */
const WORKS = ['fix', 'plan', 'apply', 'retry'];

/** What says something to a run, and then goes on with it. */
const SPEAKS = ['answer', 'approve', 'reject', 'continue', 'cancel'];

/** Their comment is the switch itself, so there is nothing that a terminal could turn. */
const IN_THE_THREAD = ['quiet', 'wake'];

function onlyThere(name: string): UserError {
  return new UserError({
    expected: `/crew ${name} in a comment of the issue`,
    found: 'a terminal',
    remedy: 'Write it there; the comment is what crew goes by.',
  });
}

/** Wrong usage is no run at all: it is said at once, with exit 2. */
function refuseWrong(words: readonly string[]): void {
  const asked = parseWords(words);
  const say = messages('en');
  if ('wrong' in asked) {
    const { why, usage = '' } = asked.wrong;
    const found = why.is === 'no-command' ? `"${words[0]}"` : say.complaint(why);
    throw new UserError({ expected: `it to be written ${usage.slice(1)}`, found, remedy: 'Nothing was started.' });
  }
  if (built().some((each) => each.name === asked.kind.name)) return;
  throw new UserError({
    expected: `one of ${built()
      .map((each) => each.name)
      .join(', ')}`,
    found: `${asked.kind.name}, which is not in this version`,
    remedy: 'See `crew help`.',
  });
}
