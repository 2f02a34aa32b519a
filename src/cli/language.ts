// The language of texts at a terminal.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Language, languages } from '../text/lang/index.js';
import { rootOf } from './flags.js';

/**
 * The language at a terminal: `--lang`; else `lang` of the configuration in the tree; else English. Reads that one line instead of the
 * whole configuration, because errors of the command line and of the configuration are shown in it too. Never throws.
 */
export function terminalLanguage(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): Language {
  const named = flagValue('--lang', argv);
  const set = languages.find((each) => each === named);
  if (set) return set;
  try {
    const root = rootOf(flagValue('--root', argv) ?? '.');
    const text = readFileSync(path.resolve(root, env.CREW_CONFIG || '.github/crew.yml'), 'utf8');
    const [, lang] = /^lang:[ \t]*["']?(\w+)/m.exec(text) ?? [];
    return languages.find((each) => each === lang) ?? 'en';
  } catch {
    return 'en';
  }
}

/** The value of a flag, written as two words or with `=`. */
function flagValue(flag: string, argv: readonly string[]): string | undefined {
  const at = argv.findIndex((word) => word === flag || word.startsWith(`${flag}=`));
  if (at === -1) return undefined;
  return argv[at] === flag ? argv[at + 1] : argv[at]?.slice(flag.length + 1);
}
