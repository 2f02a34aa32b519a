// Tools that reach beyond files and commands: the network, and servers of the Model Context Protocol.
import { type Judged, named } from './bash.js';
import { ask, deny } from './finding.js';
import { matchesGlob } from './rules/glob.js';
import type { Rule, RuleBook } from './rules/pattern.js';
import { show } from './show.js';
import { strangeCharacters } from './words/characters.js';

/** `Fetch`, of which `command` is the address. It is crew that goes there, not the sandbox, so a sealed one changes nothing. */
export function judgeFetch(address: string, hosts: readonly string[], rules: RuleBook): Judged {
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
export function judgeTool(tool: string, rules: RuleBook): Judged {
  const means = (rule: Rule) =>
    rule.pattern.of === 'tool' && (matchesGlob(rule.pattern.glob, tool) || tool.startsWith(`${rule.pattern.glob}__`));
  const denied = rules.deny.find(means);
  if (denied) return { findings: [deny('rules', tool, `${named(denied)} forbids it`)] };
  const cover = rules.allow.find(means);
  if (cover) return { allowed: 'rules', why: `${named(cover)} allows it` };
  return { findings: [ask('rules', tool, `no rule speaks of the tool ${show(tool)}`)] };
}
