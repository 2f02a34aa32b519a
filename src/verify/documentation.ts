// Whether a change is words for people and nothing else. Where that is not sure, everything is run: a run too many costs
// minutes, a program that was changed and not run costs the trust in the check. Pure.
import { roleOf } from './tamper/role.js';

/** reStructuredText is none of them: Python's runners run the examples in it. */
const WORDS = '(?:md|markdown|adoc|asciidoc)';
const KNOWN =
  '(?:README|CHANGELOG|CHANGES|HISTORY|NEWS|LICEN[CS]E|COPYING|NOTICE|AUTHORS|CONTRIBUTORS|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|SUPPORT|GOVERNANCE|MAINTAINERS|ROADMAP)';

/** Elsewhere the same endings are prompts, templates of mails, pages of a site: programs read those. */
const PLACES: readonly RegExp[] = [
  new RegExp(`^docs?/.*\\.(?:${WORDS}|png|jpe?g|gif|svg|webp)$`, 'i'),
  new RegExp(`^(?:\\.github/)?${KNOWN}(?:[.-][a-z]{2}(?:-[a-z]{2})?)?(?:\\.(?:${WORDS}|txt))?$`, 'i'),
  new RegExp(`^\\.github/(?:ISSUE|PULL_REQUEST)_TEMPLATE(?:/[^/]+)?\\.${WORDS}$`, 'i'),
];

/**
 * Only files that no program is known to read. `readers` are the texts of tests and manifests: what one of them names is read,
 * wherever it lies and whatever it is called.
 */
export function isDocumentation(paths: readonly string[], readers: readonly string[] = []): boolean {
  return paths.length > 0 && paths.every((path) => isWords(path) && !readers.some((text) => names(text, path)));
}

function isWords(path: string): boolean {
  return roleOf(path, '') === 'source' && PLACES.some((place) => place.test(path));
}

/** By the file's own name, or by the folder in which all of them are looked for. */
function names(text: string, path: string): boolean {
  const [folder = ''] = path.split('/');
  const file = path.slice(path.lastIndexOf('/') + 1);
  return text.includes(file) || (folder !== path && new RegExp(`['"\`/]${escaped(folder)}['"\`/]`).test(text));
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
