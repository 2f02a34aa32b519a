// THE LIST of languages: a language is a file and a line here.
import { c } from './c.js';
import { csharp } from './csharp.js';
import { go } from './go.js';
import { java } from './java.js';
import { javascript } from './javascript.js';
import type { Language } from './language.js';
import { php } from './php.js';
import { python } from './python.js';
import { ruby } from './ruby.js';
import { rust } from './rust.js';
import { shell } from './shell.js';
import { swift } from './swift.js';

export const LANGUAGES: readonly Language[] = [javascript, python, go, rust, java, csharp, ruby, php, c, swift, shell];

const BY_ENDING = new Map(LANGUAGES.flatMap((language) => language.endings.map((ending) => [ending, language])));

/** The language of a file, by its name. */
export function languageOf(path: string): Language | undefined {
  const dot = path.lastIndexOf('.');
  return dot < 0 ? undefined : BY_ENDING.get(path.slice(dot));
}
