// Configuration as the entry points read it, with what flags and inputs say besides.
import { defaults, readConfig, sentence } from '../config/index.js';
import { UserError } from '../errors.js';
import type { Settings } from '../ports/workflow.js';
import { digestOf } from '../text/digest.js';
import type { Language } from '../text/lang/index.js';
import type { Aim } from './board-reader.js';

/** Reads a configuration. A broken one gives the defaults and names its problems. */
export function settingsOf(text: string | null, of: { file: string; lang?: Language | undefined }): Settings {
  const read = readConfig(text ?? '');
  const [config, problems] = 'config' in read ? [read.config, []] : [defaults, read.problems.map(sentence)];
  const version = text === null ? undefined : digestOf(text).slice(0, 16);
  return { lang: of.lang ?? config.lang, config, configFile: of.file, version, problems };
}

/** Flags and inputs go before the file, also in the commands that are suggested. */
export function withAim(settings: Settings, { project, projectOwner, label }: Aim): Settings {
  const { config } = settings;
  const said = {
    ...(project === undefined ? {} : { project }),
    ...(projectOwner === undefined ? {} : { 'project-owner': projectOwner }),
    ...(label === undefined ? {} : { label }),
  };
  return { ...settings, config: { ...config, facilitate: { ...config.facilitate, ...said } } };
}

const COMMENTS = ['needed', 'all', 'none'] as const;

/** The Action's input `comments`. */
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
