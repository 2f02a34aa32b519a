// Knowledge candidates (specs parent-session): reads them from report.md, merges them without duplicates, and writes them as lines. Pure. Used
// by ../phase-four.ts and proposal-text.ts.
import { refusalOf } from '../../../memory/rules/knowledge.js';
import { type Knowledge, PRIORITIES, type Priority } from './proposals.js';

/** The headings under which report.md and retrospective.md list candidates. */
export const REPORT_SECTION = '## Memory MCP追加候補（統合）';
export const RETROSPECTIVE_SECTION = '## Knowledge Candidates';

/** A candidate: `- [HIGH] security:env_file:exposure_risk (best_practice): observation; observation` */
const CANDIDATE_LINE =
  /^[-*]\s+(?:\[(HIGH|MEDIUM|LOW)\]\s+)?`?([\w.-]+(?::[\w.-]+)+)`?\s*(?:[(（]([\w -]+)[)）])?\s*[:：]\s*(\S.*)$/;
const MAX_OBSERVATIONS = 10;
const MAX_OBSERVATION_CHARACTERS = 1000;

/** The lines of a section, up to the next heading of its level. */
function sectionOf(text: string, heading: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => line.trim() === heading);
  if (start < 0) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^#{1,2}\s/.test(line));
  return end < 0 ? rest : rest.slice(0, end);
}

/** The candidates of a section. Lines of another form are skipped. */
export function candidatesIn(text: string, heading: string): readonly Knowledge[] {
  return sectionOf(text, heading).flatMap((line) => {
    const [, priority = 'MEDIUM', name = '', entityType = 'knowledge', observationText = ''] =
      CANDIDATE_LINE.exec(line.trim()) ?? [];
    const observations = observationText
      .split(/\s*;\s+/)
      .map((each) => each.trim().slice(0, MAX_OBSERVATION_CHARACTERS))
      .filter((each) => each !== '');
    if (name === '' || name.length > 200 || observations.length === 0) return [];
    return [
      {
        name,
        entityType: entityType.trim(),
        priority: priority as Priority,
        observations: observations.slice(0, MAX_OBSERVATIONS),
      },
    ];
  });
}

/** A candidate as a line of its section. */
export const candidateLine = ({ name, entityType, observations, priority }: Knowledge): string =>
  `- [${priority}] \`${name}\` (${entityType}): ${observations.map((each) => each.replace(/\s+/g, ' ')).join('; ')}`;

const rank = ({ priority }: Knowledge): number => PRIORITIES.indexOf(priority);
/** A text for comparison. */
const normalized = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * Merges lists into one, HIGH first. Candidates with the same name are joined. An observation that a more important candidate has is left
 * out, and so is a candidate without any other observation.
 */
export function mergeCandidates(lists: readonly (readonly Knowledge[])[]): readonly Knowledge[] {
  const byName = new Map<string, Knowledge>();
  for (const each of lists.flat().sort((a, b) => rank(a) - rank(b))) {
    const known = byName.get(normalized(each.name));
    const observations = [...(known?.observations ?? []), ...each.observations];
    byName.set(normalized(each.name), { ...(known ?? each), observations });
  }
  const seen = new Set<string>();
  return [...byName.values()].flatMap((each) => {
    const observations = each.observations.filter((text) => !seen.has(normalized(text)) && seen.add(normalized(text)));
    return observations.length === 0 ? [] : [{ ...each, observations: observations.slice(0, MAX_OBSERVATIONS) }];
  });
}

/** The candidates that the quality rules accept. Knowledge that repeats a text of `configuration` is refused. */
export const acceptedCandidates = (
  candidates: readonly Knowledge[],
  configuration: readonly string[] = [],
): readonly Knowledge[] => candidates.filter((each) => refusalOf(each, configuration) === null);
