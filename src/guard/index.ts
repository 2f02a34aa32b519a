// The guard: what an agent may do, decided like a compiler. Characters → words → commands → tables → one verdict, with one reason.

import type { Decision, Gate, Request } from '../gate.js';
import { type Judged, judgeBash, named } from './bash.js';
import { FILES, judgeFile } from './files.js';
import { ask, deny, type Finding } from './finding.js';
import { groundFor } from './paths/ground.js';
import { matchesGlob } from './rules/glob.js';
import { FILE_TOOLS, type Rule, type RuleBook, ruleBook } from './rules/pattern.js';
import { show } from './show.js';
import type { Surroundings } from './surroundings.js';
import { strangeCharacters } from './words/characters.js';

// Tools that reach beyond files and commands: the network, and servers of the Model Context Protocol.

/** `Fetch`, of which `command` is the address. It is crew that goes there, not the sandbox, so a sealed one changes nothing. */
function judgeFetch(address: string, hosts: readonly string[], rules: RuleBook): Judged {
  const strange = strangeCharacters(address);
  if (strange) return { findings: [strange] };
  const host = hostOf(address);
  if (host === null)
    return {
      findings: [deny('1', address, `${show(address)} is no plain address of a page (https, no name, no password)`)],
    };
  const means = (rule: Rule) =>
    rule.pattern.of === 'host' && (matchesGlob(rule.pattern.glob, host) || rule.pattern.glob === host);
  const denied = rules.deny.find(means);
  if (denied) return { findings: [deny('rules', host, `${named(denied)} forbids it`)] };
  const cover = rules.allow.find(means);
  if (cover) return { allowed: 'rules', why: `${named(cover)} allows it` };
  if (hosts.includes(host)) return { allowed: '7D', why: `${show(host)} stands in \`sandbox.hosts\`` };
  return { findings: [ask('rules', host, `${show(host)} does not stand in \`sandbox.hosts\``)] };
}

/** Read by hand: nothing of the address may mean something else to whoever goes there. */
function hostOf(address: string): string | null {
  const [, host] =
    /^https:\/\/([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)(?::443)?(?:[/?#][^\\\s]*)?$/i.exec(address) ?? [];
  const isNumber = /^[\d.]+$/.test(host ?? '');
  return host === undefined || isNumber || !host.includes('.') || host.includes('..') ? null : host.toLowerCase();
}

/** A tool that somebody else brought: nobody here knows what it does, so only a rule lets it run. */
function judgeTool(tool: string, rules: RuleBook): Judged {
  const means = (rule: Rule) =>
    rule.pattern.of === 'tool' && (matchesGlob(rule.pattern.glob, tool) || tool.startsWith(`${rule.pattern.glob}__`));
  const denied = rules.deny.find(means);
  if (denied) return { findings: [deny('rules', tool, `${named(denied)} forbids it`)] };
  const cover = rules.allow.find(means);
  if (cover) return { allowed: 'rules', why: `${named(cover)} allows it` };
  return { findings: [ask('rules', tool, `no rule speaks of the tool ${show(tool)}`)] };
}

/** The end of a sentence: how this call could be let through, where that can be. */
function adviceFor(
  { verdict, phase }: Finding,
  { words, request: { tool, command } }: { words: readonly string[] | undefined; request: Request },
): string {
  if (verdict === 'deny') return phase === 'rules' ? '' : '; nothing lifts this';
  if (phase === '2')
    return '; one plain command a call, with nothing for the shell to put in, may do without a question';
  if (phase === '5') return '; call it from a folder of the project';
  if (tool === 'Fetch') return '; put it there, and it may be fetched';
  if (phase === 'rules') return tool.startsWith('mcp__') ? `; \`${tool}\` in \`guard.allow\` would let it` : '';
  if (tool === 'Bash') return words ? `; ${rule(words)} in \`guard.allow\` would let it` : '';
  return /^[\w./ -]{1,80}$/.test(command) ? `; \`${tool}(${command})\` in \`guard.allow\` would let it` : '';
}

/** A rule for exactly these words, if somebody would want to copy it. */
function rule(words: readonly string[]): string {
  const line = `argv:${words.map(quoted).join(' ')}`;
  return line.length <= 120 && !/[`\r\n]/.test(line) ? `\`${line}\`` : 'an `argv:` rule with exactly its words';
}

const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

export type { Decision, Gate, Verdict } from '../gate.js';
export { type Denials, denialsOf } from './denials.js';
export { settle } from './settle.js';
export { type EntryKind, noRules, type Rules, type Surroundings } from './surroundings.js';

/** The one door that everything an agent does passes. */
export function createGuard(surroundings: Surroundings): Gate {
  const rules = ruleBook(surroundings);
  return (request) => decide(judge(request, surroundings, rules), request);
}

function judge({ tool, command, cwd }: Request, surroundings: Surroundings, rules: RuleBook): Judged {
  if (tool === 'Bash') return judgeBash(command, groundFor(surroundings, cwd), rules);
  const file = FILE_TOOLS.find((each) => each === tool);
  if (file) return judgeFile(file, command, groundFor(surroundings, cwd), rules);
  if (tool === 'Fetch') return judgeFetch(command, surroundings.hosts ?? [], rules);
  return strangeTool(tool) ?? judgeTool(tool, rules);
}

/** Phase 1: a tool is called by its name, letter by letter; what only looks like it is somebody's trick. */
function strangeTool(tool: string): Judged | undefined {
  const alike = ['Bash', 'Fetch', ...Object.keys(FILES)].find(
    (each) => each.toLowerCase() === tool.trim().toLowerCase(),
  );
  if (alike)
    return {
      findings: [deny('1', tool, `${show(tool)} is not the tool ${show(alike)}, though it is spelled like it`)],
    };
  return /^[A-Za-z][\w-]{0,127}$/.test(tool)
    ? undefined
    : { findings: [deny('1', tool, `${show(tool)} is no name of a tool`)] };
}

function decide(judged: Judged, request: Request): Decision {
  if ('allowed' in judged) return { verdict: 'allow', phase: judged.allowed, why: sentence(judged.why) };
  const { findings, words } = judged;
  const worst = findings.find(({ verdict }) => verdict === 'deny') ?? findings[0] ?? deny('1', '', 'it cannot be read');
  return {
    verdict: worst.verdict,
    phase: worst.phase,
    why: sentence(`${worst.why}${adviceFor(worst, { words, request })}`),
  };
}

const sentence = (clause: string) => `${clause.slice(0, 1).toUpperCase()}${clause.slice(1)}.`;
