// Judges calls of the file tools: Read, Write, Edit, Grep and Glob. The call names a path; for Glob, a pattern.
import type { Judgement } from './bash.js';
import { namedRule } from './bash.js';
import { ask, deny, type Finding, show } from './finding.js';
import type { GuardContext } from './paths/context.js';
import { judgePath, type Use } from './paths/judge.js';
import { matchesPath } from './rules/match.js';
import type { FileTool, RuleBook } from './rules/pattern.js';
import { suspiciousCharacters } from './shell/characters.js';
/** How each tool uses its path, and the tools whose rules apply to it. */
export const FILE_TOOL_USES: Readonly<Record<FileTool, { readonly use: Use; readonly rules: readonly FileTool[] }>> = {
  Read: { use: 'read', rules: ['Read'] },
  Write: { use: 'write', rules: ['Write', 'Edit'] },
  Edit: { use: 'write', rules: ['Write', 'Edit'] },
  Glob: { use: 'name', rules: ['Glob', 'Read'] },
  Grep: { use: 'search', rules: ['Grep', 'Read'] },
};

/** Judges a call of a file tool. */
export function judgeFile(tool: FileTool, path: string, context: GuardContext, rules: RuleBook): Judgement {
  if (path.trim() === '') return { findings: [deny('1', '', 'the call has no path')] };
  const suspicious = suspiciousCharacters(path);
  if (suspicious?.verdict === 'deny') return { findings: [suspicious] };
  const { use, rules: tools } = FILE_TOOL_USES[tool];
  const fixedPath = tool === 'Glob' ? fixedFolder(path) : path;
  const place = context.placeOf(fixedPath);
  const denied = rules.deny.find((rule) => matchesPath(rule, tools, place, context));
  if (denied) return { findings: [deny('rules', denied.text, `${namedRule(denied)} forbids it`)] };
  const findings = [
    ...judgePath({ word: fixedPath, use }, context),
    ...(tool === 'Glob' ? leavesProject(path) : []),
  ].map((finding) => (use === 'write' && finding.verdict === 'ask' && !place.isInside ? writesOutside(path) : finding));
  const worst = findings.find(({ verdict }) => verdict === 'deny');
  if (worst) return { findings: [worst] };
  if (suspicious) return { findings: [suspicious] };
  const coveringRule = rules.allow.find((rule) => matchesPath(rule, tools, place, context));
  if (coveringRule) return { allowed: 'rules', why: `${namedRule(coveringRule)} allows it` };
  if (findings.length === 0) return { allowed: '7D', why: `${show(path)} is inside the project` };
  const rule = rules.ask.find((each) => matchesPath(each, tools, place, context));
  return { findings: rule ? [ask('rules', rule.text, `${namedRule(rule)} requires a person’s approval`)] : findings };
}

/** For a command, a person could allow writing outside the project; for a file tool it is denied. */
const writesOutside = (path: string): Finding =>
  deny('7D', path, `${show(path)} leads outside the project; tools write only inside it`);

/** The longest folder path of a glob before its first wildcard. */
function fixedFolder(pattern: string): string {
  const at = pattern.search(/[*?[{]/);
  return at === -1 ? pattern : pattern.slice(0, pattern.lastIndexOf('/', at) + 1) || '.';
}

/** Objects to a glob with `..`, an absolute path or a home folder after its first wildcard. */
function leavesProject(pattern: string): readonly Finding[] {
  const rest = pattern.slice(Math.max(0, pattern.search(/[*?[{]/)));
  const suspicious = /(?:^|[/{,])\.\.(?:[/,}]|$)|[{,]\/|[{,]~/.test(rest) && /[*?[{]/.test(pattern);
  return suspicious ? [ask('7D', pattern, `${show(pattern)} may lead outside the project`)] : [];
}
