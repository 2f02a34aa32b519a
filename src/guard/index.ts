// The guard decides every tool call of an agent. A command line is parsed into commands, each command is looked up in tables, and the result is
// one verdict with one reason. Created by src/services and by `crew guard`.

import type { Decision, Guard, ToolRequest } from '../ports/sandbox.js';
import { matchesGlob } from '../text/glob.js';
import { type Judgement, judgeBash, namedRule } from './bash.js';
import { FILE_TOOL_USES, judgeFile } from './files.js';
import { ask, deny, type Finding, show } from './finding.js';
import type { GuardOptions } from './options.js';
import { guardContext } from './paths/context.js';
import { FILE_TOOLS, type Rule, type RuleBook, ruleBook } from './rules/pattern.js';
import { suspiciousCharacters } from './shell/characters.js';

/** Judges a call of `Fetch`. crew's own process fetches the address, outside the sandbox, so a sealed sandbox does not relax this check. */
function judgeFetch(address: string, hosts: readonly string[], rules: RuleBook): Judgement {
  const suspicious = suspiciousCharacters(address);
  if (suspicious) return { findings: [suspicious] };
  const host = hostOf(address);
  if (host === null)
    return {
      findings: [
        deny('1', address, `${show(address)} is not a plain page address (https, without user name and password)`),
      ],
    };
  const matches = (rule: Rule) =>
    rule.pattern.of === 'host' && (matchesGlob(rule.pattern.glob, host) || rule.pattern.glob === host);
  const denied = rules.deny.find(matches);
  if (denied) return { findings: [deny('rules', host, `${namedRule(denied)} forbids it`)] };
  const coveringRule = rules.allow.find(matches);
  if (coveringRule) return { allowed: 'rules', why: `${namedRule(coveringRule)} allows it` };
  if (hosts.includes(host)) return { allowed: '7D', why: `${show(host)} is listed in \`sandbox.hosts\`` };
  return { findings: [ask('rules', host, `${show(host)} is not listed in \`sandbox.hosts\``)] };
}

/**
 * The host of a plain https address, else null. Matched by a strict pattern, so that no URL parser can read another host from the
 * address.
 */
function hostOf(address: string): string | null {
  const [, host] =
    /^https:\/\/([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)(?::443)?(?:[/?#][^\\\s]*)?$/i.exec(address) ?? [];
  const isNumber = /^[\d.]+$/.test(host ?? '');
  return host === undefined || isNumber || !host.includes('.') || host.includes('..') ? null : host.toLowerCase();
}

/** Judges a call of a tool of an MCP server. The guard does not know what it does, so only an allow rule permits it. */
function judgeTool(tool: string, rules: RuleBook): Judgement {
  const matches = (rule: Rule) =>
    rule.pattern.of === 'tool' && (matchesGlob(rule.pattern.glob, tool) || tool.startsWith(`${rule.pattern.glob}__`));
  const denied = rules.deny.find(matches);
  if (denied) return { findings: [deny('rules', tool, `${namedRule(denied)} forbids it`)] };
  const coveringRule = rules.allow.find(matches);
  if (coveringRule) return { allowed: 'rules', why: `${namedRule(coveringRule)} allows it` };
  return { findings: [ask('rules', tool, `no rule names the tool ${show(tool)}`)] };
}

/** The end of the reason: how the call could be allowed. Empty if no rule could allow it. */
function adviceFor(
  { verdict, phase }: Finding,
  { words, request: { tool, command } }: { words: readonly string[] | undefined; request: ToolRequest },
): string {
  if (verdict === 'deny') return phase === 'rules' ? '' : '; no rule can allow it';
  if (phase === '2') return '; one plain command per call, without shell expansions, may run without a question';
  if (phase === '5') return '; run it from a folder of the project';
  if (tool === 'Fetch') return '; add it there to allow it';
  if (phase === 'rules') return tool.startsWith('mcp__') ? `; \`${tool}\` in \`guard.allow\` would allow it` : '';
  if (tool === 'Bash') return words ? `; ${rule(words)} in \`guard.allow\` would allow it` : '';
  return /^[\w./ -]{1,80}$/.test(command) ? `; \`${tool}(${command})\` in \`guard.allow\` would allow it` : '';
}

/** An `argv:` rule for exactly these words, if it is short enough to be copied. */
function rule(words: readonly string[]): string {
  const line = `argv:${words.map(quoted).join(' ')}`;
  return line.length <= 120 && !/[`\r\n]/.test(line) ? `\`${line}\`` : 'an `argv:` rule with exactly its words';
}

const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

export type { Decision, Guard as Gate, Verdict } from '../ports/sandbox.js';
export { enforce } from './enforce.js';
export { type EntryKind, type GuardOptions, noRules, type Rules } from './options.js';
export type { PathDenials } from './rules/match.js';

/** Every tool call of an agent passes this function. */
export function createGuard(options: GuardOptions): Guard {
  const rules = ruleBook(options);
  return (request) => decide(judge(request, options, rules), request);
}

function judge({ tool, command, cwd }: ToolRequest, options: GuardOptions, rules: RuleBook): Judgement {
  if (tool === 'Bash') return judgeBash(command, guardContext(options, cwd), rules);
  const file = FILE_TOOLS.find((each) => each === tool);
  if (file) return judgeFile(file, command, guardContext(options, cwd), rules);
  if (tool === 'Fetch') return judgeFetch(command, options.hosts ?? [], rules);
  return misspelledTool(tool) ?? judgeTool(tool, rules);
}

/** Permission phase 1: a tool name is compared letter by letter. A name that differs from crew's tools only in case or blanks is denied. */
function misspelledTool(tool: string): Judgement | undefined {
  const toolName = ['Bash', 'Fetch', ...Object.keys(FILE_TOOL_USES)].find(
    (each) => each.toLowerCase() === tool.trim().toLowerCase(),
  );
  if (toolName)
    return {
      findings: [deny('1', tool, `${show(tool)} is not the tool ${show(toolName)}; tool names must match exactly`)],
    };
  return /^[A-Za-z][\w-]{0,127}$/.test(tool)
    ? undefined
    : { findings: [deny('1', tool, `${show(tool)} is not a valid tool name`)] };
}

function decide(judgement: Judgement, request: ToolRequest): Decision {
  if ('allowed' in judgement) return { verdict: 'allow', phase: judgement.allowed, why: sentence(judgement.why) };
  const { findings, words } = judgement;
  const worst = findings.find(({ verdict }) => verdict === 'deny') ?? findings[0] ?? deny('1', '', 'it cannot be read');
  return {
    verdict: worst.verdict,
    phase: worst.phase,
    why: sentence(`${worst.why}${adviceFor(worst, { words, request })}`),
  };
}

const sentence = (clause: string) => `${clause.slice(0, 1).toUpperCase()}${clause.slice(1)}.`;
