// A slash command at the terminal: the same road, from words instead of a comment.
import { textOf } from '../../commands/asked.js';
import { type Asked, parseWords } from '../../commands/parse.js';
import type { Crew } from '../../core/crew.js';
import { elsewhereOf, exitOf, outcomes } from '../../core/outcome.js';
import { runName } from '../../core/run-name.js';
import type { RunSummary } from '../../core/workflow.js';
import { UserError } from '../../errors.js';
import type { Event } from '../../event.js';
import { road } from '../../road.js';
import { messages } from '../../text/lang/index.js';
import { built } from '../built.js';
import { requireModel } from '../require-model.js';
import { stopping } from '../stopping.js';
import { watcher } from '../watcher.js';
import { localCrew, workCrew } from '../wire.js';
import { errorIn, saidOf } from './agent.js';
import type { Call, Said } from './desk.js';
import { hubOf, repoOf } from './hub.js';
import { type Listed, listed, runsPage, workIn } from './list.js';
import { storeOf } from './named-run.js';

/** Sends the words down the road, and says how it ended. */
export async function ask(name: string, call: Call): Promise<Said> {
  const { flags } = call;
  const words = ownWords(name, call.words);
  const asked = askedIn([name, ...words]);
  if (IN_THE_THREAD.includes(name)) throw onlyThere(name);
  const { issue } = flags;
  const repo = await repoFor(name, call);
  const crew = await crewFor(name, call, repo);
  if (ASKS_A_MODEL.includes(name)) requireModel(call.env, (await crew.known()).config.models);
  const event: Event = {
    kind: 'typed',
    key: `typed-${crew.desk.clock.now()}`,
    repo,
    issue,
    run: flags.run,
    words: [name, ...words],
  };
  // By this name it is shown, gone on with and cancelled, also when nobody is here to see its end.
  if (WORKS.includes(name)) call.tell(call.paint.faint(runName(asked.kind.workflow, event, textOf([asked]))));
  const ended = await road(event, crew);
  const last = ended.at(-1);
  const at = last?.outcome ? elsewhereOf(last.outcome) : undefined;
  if (last && at !== undefined) return elsewhere(last.run, at);
  if (last?.outcome && WORKS.includes(name)) return saidOf(last.run, last.outcome);
  // What was said to a run may have ended it, or brought it to its next question: then that is what there is to say.
  const outcome = (ended.findLast((each) => each.outcome?.says !== undefined) ?? ended.at(-1))?.outcome;
  const runs = name === 'status' ? await listed(workIn(await crew.runs(issue)), await storeOf(call)) : undefined;
  return {
    text: runs ? await statusPage(runs, crew, call) : (outcome?.says ?? ''),
    json: {
      ...(SPEAKS.includes(name) ? { run: last?.run } : {}),
      status: outcome ? outcomes[outcome.name].status : 'refused',
      ...(outcome ? errorIn(outcome) : {}),
      ...(runs ? { runs } : {}),
    },
    exit: exitOf(ended.flatMap((each) => each.outcome ?? [])),
  };
}

/** Flags that stand everywhere, and that only some commands have in their own grammar. Who only speaks to a run has said it, or has not. */
function ownWords(name: string, words: readonly string[]): readonly string[] {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const isEverywhere = (word: string): boolean =>
    (word === '--dry-run' && name !== 'fix' && !SPEAKS.includes(name)) || (word === '--yes' && name !== 'forget');
  return words.filter((word, n) => n >= end || !isEverywhere(word));
}

/** Named; or where an issue is, which stands nowhere else. */
const repoFor = async (name: string, call: Call): Promise<string | undefined> =>
  call.flags.issue === undefined || !WORKS.includes(name) ? call.flags.repo : repoOf(call);

/** As a thread's answer, but for a terminal: what is wrong with the configuration comes last. */
async function statusPage(runs: readonly Listed[], crew: Crew, { flags, paint }: Call): Promise<string> {
  const { lang, configFile: file, problems } = await crew.known();
  const broken = problems.length > 0 ? [messages(lang).brokenConfig({ file, problems })] : [];
  return [runsPage(runs, { paint, lang: flags.lang ?? lang }), ...broken].join('\n\n');
}

/** Nothing goes on here: it goes on where it is, and what was said is heard there. */
const elsewhere = (run: string, at: string): Said => ({
  text: `${run} is being worked on elsewhere${at === run ? '' : ` (${at})`}; what was said to it is heard there.`,
  json: { run, status: 'running', elsewhere: at },
  exit: 0,
});

/** Whoever works in the tree that is here; an issue of a repository on GitHub is looked at there. */
async function crewFor(name: string, call: Call, repo: string | undefined): Promise<Crew> {
  const { issue, lang, root, dryRun } = call.flags;
  const here = { env: call.env, root, repo: SPEAKS.includes(name) ? undefined : repo, lang };
  const isWork = SPEAKS.includes(name) || WORKS.includes(name);
  const works = () => ({ ...workCrew({ ...here, show: watcher(call), stop: stopping(call.tell) }), dryRun });
  const local = isWork ? works() : localCrew(here);
  if (repo === undefined) return local;
  // Only a run that is kept here can be spoken to from here; where it is about no repository, none is in its way.
  if (SPEAKS.includes(name)) return { ...local, runs: async (of) => (await local.runs(of)).filter(isOf(repo)) };
  if (!WORKS.includes(name)) return { ...local, runs: (await hubOf(call, repo)).runs };
  return issue === undefined ? local : { ...local, board: (await hubOf(call, repo)).board };
}

const isOf =
  (repo: string) =>
  (run: RunSummary): boolean =>
    run.repo === undefined || run.repo.toLowerCase() === repo.toLowerCase();

/** What works in the tree: its runs are kept in this folder. */
const WORKS = ['fix', 'plan', 'apply', 'retry'];

/** What cannot begin without one; the bytes of a dry run are there already. */
const ASKS_A_MODEL = ['fix', 'plan', 'retry'];

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

/** What is asked. Wrong usage is no run at all: it is said at once, with exit 2. */
function askedIn(words: readonly string[]): Exclude<Asked, { wrong: unknown }> {
  const asked = parseWords(words);
  const say = messages('en');
  if ('wrong' in asked) {
    const { why, usage = '' } = asked.wrong;
    const found = why.is === 'no-command' ? `"${words[0]}"` : say.complaint(why);
    throw new UserError({ expected: `it to be written ${usage.slice(1)}`, found, remedy: 'Nothing was started.' });
  }
  if (built().some((each) => each.name === asked.kind.name)) return asked;
  throw new UserError({
    expected: `one of ${built()
      .map((each) => each.name)
      .join(', ')}`,
    found: `${asked.kind.name}, which is not in this version`,
    remedy: 'See `crew help`.',
  });
}
