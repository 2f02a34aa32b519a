// A `/crew` command at the terminal, such as `crew fix`. The run works in this process, from gate to end. cli.ts calls it, and `crew apply` if
// it is not given a plan file.
import { type ParsedCommand, parseWords } from '../commands/parse.js';
import type { Config } from '../config/index.js';
import { UserError } from '../ports/errors.js';
import type { Event } from '../ports/event.js';
import type { Handled } from '../runs/launch.js';
import { runLocally } from '../runs/local.js';
import { exitOf, outcomes } from '../runs/outcome.js';
import { runIdFor, runIn, runPrefixOf } from '../runs/record.js';
import { historyOf, type Services, stepsOf } from '../runs/services.js';
import { signalInputOf } from '../runs/signal.js';
import type { Env } from '../services/env.js';
import { openEnvironment } from '../services/environment.js';
import { requireCredentials } from '../services/held-model.js';
import { abortOnSignal, INTERNAL_ERROR, lockTree } from '../services/process.js';
import { githubServices, homeOf, isInterrupted, localServices, redactorOf } from '../services/wire.js';
import { type Language, messages } from '../text/lang/index.js';
import { runView } from '../view/run/document.js';
import { watcher } from '../view/run/terminal/watch.js';
import { workflowNames } from '../workflows/index.js';
import { threadCommands } from '../workflows/instant.js';
import { listRuns, runsPage, withoutStates } from './commands/list.js';
import type { CliCall, CliOutput, Flags } from './flags.js';
import { repoOf, tokenOf } from './repository.js';

/** Commands of workflows that need no model: `apply` publishes the bytes of a dry run, `defer` leaves a proposal undecided. */
const WITHOUT_MODEL = ['apply', 'defer'];

export async function run(name: string, call: CliCall): Promise<CliOutput> {
  const { flags, env } = call;
  const words = [name, ...ownFlags(name, flags), ...call.words];
  const parsed = parseTyped(words, call.lang);
  if (parsed.definition.terminalExample === undefined) throw commentOnly(name, call.lang);
  const isSignal = signalInputOf(parsed.command) !== null;
  const hasWorkflow = workflowNames.includes(parsed.definition.workflow);
  const { services, repo } = await servicesFor(call, { isSignal, hasWorkflow });
  const settings = await services.settings();
  // A signal starts work only if a run waits for it.
  const mayWork = !isSignal || (await services.store.read('tree')).runs.some(({ end }) => end?.awaits);
  if (hasWorkflow && mayWork && !WITHOUT_MODEL.includes(name)) requireModel(env, settings.config.models);
  const event: Event = {
    kind: 'typed',
    key: `typed-${services.clock.now()}`,
    repo,
    issue: flags.issue,
    run: runIdIn(parsed, flags.run),
    words,
  };
  if (hasWorkflow) {
    const prefix = runPrefixOf(parsed.command.name, parsed.definition.workflow);
    call.log(call.paint.faint(runIdFor(prefix, event, parsed.text)));
  }
  const home = homeOf(env, flags.root);
  const handled = await runLocally(event, services, {
    home,
    redact: redactorOf(env),
    lock: () => lockTree(flags.root, home),
    stop: abortOnSignal(call.log),
    show: watcher({ paint: call.paint, log: call.log, lang: call.lang }),
    environment: ({ step }) =>
      openEnvironment({
        once: (compute) => step('script base', compute),
        env,
        root: flags.root,
        config: settings.config,
        home,
        clock: services.clock,
      }),
  });
  return outputOf(name, handled, { call, services });
}

/** `--dry-run` and `--yes`, if they were typed and the command's usage has them: the command reads them itself. */
function ownFlags(name: string, { dryRun, yes }: Flags): readonly string[] {
  const usage = threadCommands().find((each) => each.name === name)?.usage ?? '';
  const typed = [...(dryRun ? ['--dry-run'] : []), ...(yes ? ['--yes'] : [])];
  return typed.filter((flag) => usage.includes(flag));
}

const runIdIn = (parsed: ParsedCommand, flag: string | undefined): string | undefined => {
  const args = 'command' in parsed ? (parsed.command.args as { run?: string }) : {};
  return args.run ?? flag;
};

/** The services of the command. Its runs are stored on this machine. Issues, and the runs of a repository named with `--repo`, are read from GitHub. */
async function servicesFor(
  call: CliCall,
  { isSignal, hasWorkflow }: { isSignal: boolean; hasWorkflow: boolean },
): Promise<{ services: Services; repo: string | undefined }> {
  const { env, flags } = call;
  const { root, lang, dryRun, issue } = flags;
  const repo = hasWorkflow && issue !== undefined ? await repoOf(call) : flags.repo;
  const local = { env, root, lang, dryRun };
  if (repo === undefined || isSignal) return { services: localServices(local), repo: isSignal ? undefined : repo };
  const remote = githubServices({ env, repo, token: tokenOf(env), lang, dryRun });
  if (hasWorkflow) return { services: localServices({ ...local, ...(issue === undefined ? {} : { remote }) }), repo };
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

async function outputOf(
  name: string,
  handled: readonly Handled[],
  { call, services }: { call: CliCall; services: Services },
): Promise<CliOutput> {
  const last = handled.at(-1);
  const exit = exitOf(handled.flatMap(({ outcome }) => outcome ?? []));
  if (last?.run !== undefined && last.outcome) {
    const output = await runOutput(last.run, last, exit, services);
    return { ...output, text: call.markdown(atTerminal(output.text)) };
  }
  const { outcome } = last ?? {};
  const says = outcome?.says ?? '';
  if (name === 'status') return statusOutput(says, exit, { call, services });
  const json = {
    status: outcome ? outcomes[outcome.name].status : 'refused',
    ...(says ? { says } : {}),
    ...(exit === outcomes.refused.exit ? noSuchRun(says) : {}),
    ...errorIn(outcome),
  };
  return { text: call.markdown(atTerminal(says)), json, exit };
}

/** The `error` in the document if no run here takes the command. */
const noSuchRun = (says: string) => ({
  error: { expected: 'a run that takes this command', found: atTerminal(says), remedy: 'See `crew list`.' },
});

/** Messages name commands as they are written in comments. At a terminal they are typed without the slash. */
const atTerminal = (text: string): string => text.replaceAll('`/crew ', '`crew ');

/** The document of a run, as `crew show --json` prints it, with `says`. */
async function runOutput(run: string, { outcome }: Handled, exit: number, services: Services): Promise<CliOutput> {
  const record = runIn(await services.store.read('tree'), run);
  const text = outcome?.says ?? '';
  if (!record) return { text, json: { run, says: text }, exit };
  const view = runView({ record, steps: await stepsOf(services.store, 'tree', run) }, { now: services.clock.now() });
  return { text, json: { ...view, says: text, ...errorIn(outcome) }, exit };
}

/** The output of `crew status`: the runs, what was spent in the last days, and mistakes of the configuration. */
async function statusOutput(
  says: string,
  exit: number,
  { call, services }: { call: CliCall; services: Services },
): Promise<CliOutput> {
  const { flags, paint } = call;
  const { lang, configFile: file, problems } = await services.settings();
  const records = await historyOf(services.store).list(flags.issue);
  const runs = await listRuns(records, {
    now: services.clock.now(),
    isInterrupted: (name) => isInterrupted(services, name),
  });
  const mistakes = problems.length > 0 ? [messages(lang).brokenConfig({ file, problems })] : [];
  // The paragraph about the last days, in English or Japanese.
  const days = says.split('\n\n').find((part) => /^(?:Last \d+ days|直近)/.test(part));
  const page = runsPage(runs, { paint, lang: flags.lang ?? lang });
  const text = [page, ...(days ? [days] : []), ...mistakes].join('\n\n');
  return { text, json: { status: 'succeeded', runs: withoutStates(runs), ...(days ? { days } : {}) }, exit };
}

/** The `error` in the document, if the command failed. */
function errorIn(outcome: Handled['outcome'] | undefined): { readonly error?: object } {
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

/** Parses the typed words. Throws for wrong usage (exit 2), so that no run is recorded. */
function parseTyped(words: readonly string[], lang: Language): Exclude<ParsedCommand, { wrong: unknown }> {
  const parsed = parseWords(words);
  const say = messages('en');
  const known = threadCommands().map(({ name }) => name);
  if ('wrong' in parsed) {
    const { why, usage = '' } = parsed.wrong;
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
  if (known.includes(parsed.definition.name)) return parsed;
  throw new UserError({
    expected: `one of ${known.join(', ')}`,
    found: `"${parsed.definition.name}"`,
    remedy: 'See `crew help`.',
  });
}

/** Throws a usage error if no model is configured. Called before a run is recorded. */
function requireModel(env: Pick<Env, 'model' | 'machine'>, models: Config['models']): void {
  try {
    requireCredentials(env, models);
  } catch (error) {
    throw error instanceof UserError ? new UserError({ ...error, ends: 'usage' }, { cause: error }) : error;
  }
}
