// The guard: what an agent may do, decided like a compiler. Characters → words → commands → tables → one verdict, with one reason.

import type { Decision, Gate, Request } from '../gate.js';
import { adviceFor } from './advice.js';
import { type Judged, judgeBash } from './bash.js';
import { FILES, judgeFile } from './files.js';
import { deny } from './finding.js';
import { judgeFetch, judgeTool } from './others.js';
import { groundFor } from './paths/ground.js';
import { FILE_TOOLS, type RuleBook, ruleBook } from './rules/pattern.js';
import { show } from './show.js';
import type { Surroundings } from './surroundings.js';

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
