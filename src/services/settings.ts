// Reads the settings of an entry point: the configuration file, the owner's defaults, flags and the Action's inputs. wire.ts reads them for a
// run; `crew init`, `doctor` and `verify` and the verify job (src/action/verify-setup.ts) read the file alone.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Config, defaults, readConfig, sentence } from '../config/index.js';
import { withDefaults } from '../config/merge.js';
import { UserError } from '../ports/errors.js';
import type { Settings } from '../ports/workflow.js';
import { digestOf } from '../text/digest.js';
import type { Language } from '../text/lang/index.js';
import type { BoardScope } from './board-reader.js';

interface SettingsInput {
  readonly file: string;
  readonly lang?: Language | undefined;
  /** The same file in the owner's repository `.github`. */
  readonly ownersText?: string | null | undefined;
}

/** Reads a configuration. An invalid one gives the defaults and a list of problems, with line numbers of the repository's own file. */
export function settingsOf(text: string | null, { file, lang, ownersText = null }: SettingsInput): Settings {
  const result = readConfig(withDefaults(text, ownersText));
  const [config, problems] =
    'config' in result ? [result.config, []] : [defaults, problemsOf(text, ownersText, result)];
  const version = text === null ? undefined : digestOf(text).slice(0, 16);
  return { lang: lang ?? config.lang, config, configFile: file, version, problems, ownersText };
}

/** Reads the configuration of a clone on this machine. */
export function settingsIn(root: string, file: string): Settings {
  const filePath = path.resolve(root, file);
  return settingsOf(existsSync(filePath) ? readFileSync(filePath, 'utf8') : null, { file });
}

/** The configuration. Throws a UserError if its file has mistakes. */
export function validConfig(
  { config, configFile, problems: [problem] }: Settings,
  { on, ends = 'usage' }: { readonly on?: string; readonly ends?: UserError['ends'] } = {},
): Config {
  if (problem === undefined) return config;
  throw new UserError({
    expected: `a valid ${configFile}${on === undefined ? '' : ` on ${on}`}`,
    found: problem,
    remedy: 'Run `crew validate`.',
    ends,
  });
}

type InvalidConfig = Extract<ReturnType<typeof readConfig>, { problems: unknown }>;

/** Problems of the repository's own file, or of the owner's defaults. */
function problemsOf(text: string | null, ownersText: string | null, whole: InvalidConfig): readonly string[] {
  if (ownersText === null) return whole.problems.map(sentence);
  const ownFile = readConfig(text ?? '');
  if ('problems' in ownFile) return ownFile.problems.map(sentence);
  return whole.problems.map((problem) => `with the defaults of the owner's repository .github: ${sentence(problem)}`);
}

/** Applies the Action's input `budget-usd`, which overrides the file. */
export function withBudget(settings: Settings, input: string | undefined): Settings {
  if (input === undefined) return settings;
  const usd = /^\d+(?:\.\d+)?$/.test(input) ? Number(input) : Number.NaN;
  if (!(usd > 0))
    throw new UserError({
      expected: 'US dollars above 0 in the input budget-usd',
      found: `"${input}"`,
      remedy: 'Write it like 2.50, or leave the input empty to use the configuration.',
    });
  const { config } = settings;
  return { ...settings, config: { ...config, budget: { ...config.budget, 'run-usd': usd } } };
}

/** Applies the board given by flags and inputs. It overrides the file, and suggested commands repeat it. */
export function withBoardScope(settings: Settings, { project, projectOwner, label }: BoardScope): Settings {
  const { config } = settings;
  const board = {
    ...(project === undefined ? {} : { project }),
    ...(projectOwner === undefined ? {} : { 'project-owner': projectOwner }),
    ...(label === undefined ? {} : { label }),
  };
  return { ...settings, config: { ...config, facilitate: { ...config.facilitate, ...board } } };
}

const COMMENTS = ['needed', 'all', 'none'] as const;

/** Applies the Action's input `comments`. */
export function withComments(settings: Settings, named: string | undefined): Settings {
  if (named === undefined) return settings;
  const comments = COMMENTS.find((each) => each === named);
  if (!comments)
    throw new UserError({
      expected: COMMENTS.join(', '),
      found: `comments: "${named}"`,
      remedy: 'Leave the input empty to use the configuration.',
    });
  const { config } = settings;
  return { ...settings, config: { ...config, facilitate: { ...config.facilitate, comments } } };
}
