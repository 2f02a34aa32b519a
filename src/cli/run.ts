// A slash command at the terminal. It runs in this process, from gate to end.
import { type ParsedCommand, parseWords } from '../commands/parse.js';
import type { Config } from '../config/index.js';
import { UserError } from '../ports/errors.js';
import type { Event } from '../ports/event.js';
import type { Handled } from '../runs/launch.js';
import { runLocally } from '../runs/local.js';
import { exitOf, outcomes } from '../runs/outcome.js';
import { runIdFor, runIn } from '../runs/record.js';
import { historyOf, type Services, stepsOf } from '../runs/services.js';
import { signalInputOf } from '../runs/signal.js';
import type { Env } from '../services/env.js';
import { openEnvironment } from '../services/environment.js';
import { requireCredentials } from '../services/held-model.js';
import { abortOnSignal, INTERNAL_ERROR, lockTree } from '../services/process.js';
import { githubServices, homeOf, isInterrupted, localServices, redactorOf } from '../services/wire.js';
import { type Language, messages } from '../text/lang/index.js';
import { viewOf } from '../view/run/document.js';
import { watcher } from '../view/run/terminal/watch.js';
import { workflowNames } from '../workflows/index.js';
import { threadCommands } from '../workflows/instant.js';
import { listed, runsPage } from './commands/list.js';
import type { Call, CliOutput, Flags } from './flags.js';
import { repoOf, tokenOf } from './repository.js';

/** Commands that need no model: the bytes of a dry run exist already, and to defer a proposal is to leave it. */
const WITHOUT_MODEL = ['apply', 'defer'];

export async function run(name: string, call: Call): Promise<CliOutput> {
  const { flags, env } = call;
  const words = [name, ...ownFlags(name, flags), ...call.words];
  const asked = askedIn(words, call.lang);
  if (asked.kind.typed === undefined) throw commentOnly(name, call.lang);
  const isSignal = signalInputOf(asked.command) !== null;
  const works = workflowNames.includes(asked.kind.workflow);
  const { services, repo } = await servicesFor(call, { isSignal, works });
  const settings = await services.settings();
  const resumes = !isSignal || (await services.store.read('tree')).runs.some(({ end }) => end?.awaits);
  if (works && resumes && !WITHOUT_MODEL.includes(name)) requireModel(env, settings.config.models);
  const event: Event = {
    kind: 'typed',
    key: `typed-${services.clock.now()}`,
    repo,
    issue: flags.issue,
    run: namedRun(asked, flags.run),
    words,
  };
  if (works) call.log(call.paint.faint(runIdFor(asked.kind.workflow, event, asked.text)));
  const home = homeOf(env, flags.root);
  const handled = await runLocally(event, services, {
    home,
    redact: redactorOf(env),
    lock: () => lockTree(flags.root, home),
    stop: abortOnSignal(call.log),
    show: watcher({ paint: call.paint, log: call.log, lang: call.lang }),
    environment: ({ step }) =>
      openEnvironment({
        once: (find) => step('script base', find),
        env,
        root: flags.root,
        config: settings.config,
        home,
        clock: services.clock,
      }),
  });
  return saidOf(name, handled, { call, services });
}

/** The flags of every command that this command reads itself. */
function ownFlags(name: string, { dryRun, yes }: Flags): readonly string[] {
  const usage = threadCommands().find((each) => each.name === name)?.usage ?? '';
  const typed = [...(dryRun ? ['--dry-run'] : []), ...(yes ? ['--yes'] : [])];
  return typed.filter((flag) => usage.includes(flag));
}

const namedRun = (asked: ParsedCommand, flag: string | undefined): string | undefined => {
  const args = 'command' in asked ? (asked.command.args as { run?: string }) : {};
  return args.run ?? flag;
};

/** Runs are stored on this machine. Issues, and the runs of a repository named with --repo, are read from GitHub. */
async function servicesFor(
  call: Call,
  { isSignal, works }: { isSignal: boolean; works: boolean },
): Promise<{ services: Services; repo: string | undefined }> {
  const { env, flags } = call;
  const { root, lang, dryRun, issue } = flags;
  const repo = works && issue !== undefined ? await repoOf(call) : flags.repo;
  const local = { env, root, lang, dryRun };
  if (repo === undefined || isSignal) return { services: localServices(local), repo: isSignal ? undefined : repo };
  const remote = githubServices({ env, repo, token: tokenOf(env), lang, dryRun });
  if (works) return { services: localServices({ ...local, ...(issue === undefined ? {} : { remote }) }), repo };
  return {
    services: {
      ...localServices({ ...local, remote }),
      store: remote.store,
      spending: remote.spending,
      memory: remote.memory,
    },
    repo,
  };
}

async function saidOf(
  name: string,
  handled: readonly Handled[],
  { call, services }: { call: Call; services: Services },
): Promise<CliOutput> {
  const last = handled.at(-1);
  const exit = exitOf(handled.flatMap(({ outcome }) => outcome ?? []));
  if (last?.run !== undefined && last.outcome) {
    const output = await runSaid(last.run, last, exit, services);
    return { ...output, text: call.markdown(atTerminal(output.text)) };
  }
  const { outcome } = last ?? {};
  const says = outcome?.says ?? '';
  if (name === 'status') return statusSaid(says, exit, { call, services });
  const json = {
    status: outcome ? outcomes[outcome.name].status : 'refused',
    ...(says ? { says } : {}),
    ...(exit === outcomes.refused.exit ? noSuchRun(says) : {}),
    ...errorIn(outcome),
  };
  return { text: call.markdown(atTerminal(says)), json, exit };
}

/** The `error` of a command that no run here takes. */
const noSuchRun = (says: string) => ({
  error: { expected: 'a run that takes this command', found: atTerminal(says), remedy: 'See `crew list`.' },
});

/** Messages name slash commands. At a terminal they are typed without the slash. */
const atTerminal = (text: string): string => text.replaceAll('`/crew ', '`crew ');

/** The document of a run, as `crew show --json` prints it, with `says`. */
async function runSaid(run: string, { outcome }: Handled, exit: number, services: Services): Promise<CliOutput> {
  const record = runIn(await services.store.read('tree'), run);
  const text = outcome?.says ?? '';
  if (!record) return { text, json: { run, says: text }, exit };
  const view = viewOf({ record, steps: await stepsOf(services.store, 'tree', run) }, { now: services.clock.now() });
  return { text, json: { ...view, says: text, ...errorIn(outcome) }, exit };
}

async function statusSaid(
  says: string,
  exit: number,
  { call, services }: { call: Call; services: Services },
): Promise<CliOutput> {
  const { flags, paint } = call;
  const { lang, configFile: file, problems } = await services.settings();
  const records = await historyOf(services.store).list(flags.issue);
  const runs = await listed(records, {
    now: services.clock.now(),
    isInterrupted: (name) => isInterrupted(services, name),
  });
  const broken = problems.length > 0 ? [messages(lang).brokenConfig({ file, problems })] : [];
  const days = says.split('\n\n').filter((part) => /^(?:Last \d+ days|直近)/.test(part));
  const text = [runsPage(runs, { paint, lang: flags.lang ?? lang }), ...days, ...broken].join('\n\n');
  return { text, json: { status: 'succeeded', runs, ...(days[0] ? { days: days[0] } : {}) }, exit };
}

/** The `error` of the document. */
export function errorIn(outcome: Handled['outcome'] | undefined): { readonly error?: object } {
  const { error, id } = (outcome?.result ?? {}) as { error?: object; id?: string };
  if (error) return { error };
  return outcome?.name === 'error' && id !== undefined ? { error: { ...INTERNAL_ERROR, id } } : {};
}

function commentOnly(name: string, lang: Language): UserError {
  return new UserError({
    expected: `/crew ${name} in a comment`,
    found: 'a terminal',
    remedy: 'Write it there.',
    sentence: messages(lang).commentOnly({ name, on: name === 'review' ? 'pull' : 'issue' }),
  });
}

/** The parsed command. Wrong usage throws (exit 2) and records no run. */
function askedIn(words: readonly string[], lang: Language): Exclude<ParsedCommand, { wrong: unknown }> {
  const asked = parseWords(words);
  const say = messages('en');
  const built = threadCommands().map(({ name }) => name);
  if ('wrong' in asked) {
    const { why, usage = '' } = asked.wrong;
    const isUnknown = why.is === 'no-command';
    const form = usage.slice(1);
    throw new UserError({
      expected: `the form \`${form}\``,
      found: isUnknown ? `"${words[0]}"` : say.complaint(why),
      remedy: 'Nothing was started.',
      sentence: isUnknown
        ? undefined
        : messages(lang).wrongTyped({ name: words[0] ?? '', complaint: why, usage: form }),
    });
  }
  if (built.some((each) => each === asked.kind.name)) return asked;
  throw new UserError({
    expected: `one of ${built.join(', ')}`,
    found: `"${asked.kind.name}"`,
    remedy: 'See `crew help`.',
  });
}

/** Throws a usage error when a model is needed and not configured. Called before a run is recorded. */
function requireModel(env: Pick<Env, 'model' | 'machine'>, models: Config['models']): void {
  try {
    requireCredentials(env, models);
  } catch (error) {
    throw error instanceof UserError ? new UserError({ ...error, ends: 'usage' }, { cause: error }) : error;
  }
}
