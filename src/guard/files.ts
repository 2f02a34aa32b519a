// The file tools, of which `command` is the path (of Glob: the pattern), and what else an agent may call.
import type { Judged } from './bash.js';
import { named } from './bash.js';
import { ask, deny, type Finding } from './finding.js';
import type { Ground } from './paths/ground.js';
import { judgePath, type Use } from './paths/judge.js';
import { meansPath } from './rules/match.js';
import type { FileTool, RuleBook } from './rules/pattern.js';
import { show } from './show.js';
import { strangeCharacters } from './words/characters.js';

/** What each tool does with its path, and which rules speak of it. */
export const FILES: Readonly<Record<FileTool, { readonly use: Use; readonly rules: readonly FileTool[] }>> = {
  Read: { use: 'read', rules: ['Read'] },
  Write: { use: 'write', rules: ['Write', 'Edit'] },
  Edit: { use: 'write', rules: ['Write', 'Edit'] },
  Glob: { use: 'name', rules: ['Glob', 'Read'] },
  Grep: { use: 'search', rules: ['Grep', 'Read'] },
};

/** Judges a call of a file tool. */
export function judgeFile(tool: FileTool, path: string, ground: Ground, rules: RuleBook): Judged {
  if (path.trim() === '') return { findings: [deny('1', '', 'there is no path in it')] };
  const strange = strangeCharacters(path);
  if (strange?.verdict === 'deny') return { findings: [strange] };
  const { use, rules: tools } = FILES[tool];
  const fixed = tool === 'Glob' ? fixedFolder(path) : path;
  const place = ground.place(fixed);
  const denied = rules.deny.find((rule) => meansPath(rule, tools, place, ground));
  if (denied) return { findings: [deny('rules', denied.text, `${named(denied)} forbids it`)] };
  const findings = [...judgePath({ word: fixed, use }, ground), ...(tool === 'Glob' ? climbs(path) : [])].map(
    (finding) => (use === 'write' && finding.verdict === 'ask' && !place.inside ? outside(path) : finding),
  );
  const worst = findings.find(({ verdict }) => verdict === 'deny');
  if (worst) return { findings: [worst] };
  if (strange) return { findings: [strange] };
  const cover = rules.allow.find((rule) => meansPath(rule, tools, place, ground));
  if (cover) return { allowed: 'rules', why: `${named(cover)} allows it` };
  if (findings.length === 0) return { allowed: '7D', why: `${show(path)} is inside the project` };
  const rule = rules.ask.find((each) => meansPath(each, tools, place, ground));
  return { findings: rule ? [ask('rules', rule.text, `${named(rule)} leaves it to a person`)] : findings };
}

/** A tool that writes has no business outside; a command may at least be asked about. */
const outside = (path: string): Finding =>
  deny('7D', path, `${show(path)} leads outside the project, and nothing is written there`);

/** The folder that a glob begins in. */
function fixedFolder(pattern: string): string {
  const at = pattern.search(/[*?[{]/);
  return at === -1 ? pattern : pattern.slice(0, pattern.lastIndexOf('/', at) + 1) || '.';
}

function climbs(pattern: string): readonly Finding[] {
  const rest = pattern.slice(Math.max(0, pattern.search(/[*?[{]/)));
  const strange = /(?:^|[/{,])\.\.(?:[/,}]|$)|[{,]\/|[{,]~/.test(rest) && /[*?[{]/.test(pattern);
  return strange ? [ask('7D', pattern, `${show(pattern)} may lead outside the project`)] : [];
}
