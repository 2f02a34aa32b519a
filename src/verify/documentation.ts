// Whether a change is words for people and nothing else. Pure.
import { roleOf } from './tamper/role.js';

const WORDS = /\.(?:md|markdown|rst|adoc|asciidoc)$/i;
const NAMES = /(?:^|\/)(?:LICEN[CS]E|COPYING|NOTICE|AUTHORS|CONTRIBUTORS|CHANGELOG|CHANGES|README)(?:\.txt)?$/i;
const PICTURES = /^docs?\/.*\.(?:png|jpe?g|gif|svg|webp)$/i;
/** What reads like documentation and is read by programs: roles of agents, templates of prompts. */
const READ = /^\.(?!github\/(?:ISSUE_TEMPLATE|PULL_REQUEST_TEMPLATE))[^/]+\//i;

/** Only files that no program is known to read. What tests are fed with is none of them, whatever it is called. */
export function isDocumentation(paths: readonly string[]): boolean {
  return paths.length > 0 && paths.every(isWords);
}

function isWords(path: string): boolean {
  if (roleOf(path, '') !== 'source' || READ.test(path)) return false;
  return WORDS.test(path) || NAMES.test(path) || PICTURES.test(path);
}
