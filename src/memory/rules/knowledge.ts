// Which knowledge may be proposed, and which categories of proposals a person rejected. Pure. Specification: parent-session,
// "Memory MCP候補の品質基準" and "Rejection Memory Storage". Used by the retrospective.
import { EMPTY_GRAPH, type Graph, withEntities, withObservations } from '../graph.js';

/** An entity that is proposed as knowledge. */
interface Candidate {
  readonly name: string;
  readonly observations: readonly string[];
}

type Refusal =
  /** The name has another form, or belongs to crew's own entities. */
  | 'name'
  | 'names-a-run'
  /** It is about crew's own parts. */
  | 'internal'
  | 'general-knowledge'
  | 'in-the-configuration'
  /** It does not say what to do and when. */
  | 'not-a-lesson'
  | 'abstract';

/** `{domain}:{category}:{identifier}` */
const NAME = /^[\p{L}\p{N}_.-]+(?::[\p{L}\p{N}_.-]+){2,}$/u;
/** Domains of crew's own entities. */
const OWN_DOMAIN = /^(?:claude-crew|crew|lp|workflow):/i;
/** The name of a run or build: `cmd_007`, `fix-12-0a1b2c3d`. */
const RUN = /\bcmd[_-]?\d{2,}\b|\b(?:build|fix|write|task|ask|review)-(?:\d+|here)-[0-9a-f]{8,}/i;
/** crew's own parts and files. */
const INTERNAL =
  /\b(?:claude-crew|decomposer|aggregator|retrospector|secretary|parent session|sub-?agent|execution_log|wave_plan|report_summary|lp_flush|result_\d+\.md|plan\.md|worker[-_](?:researcher|writer|coder|reviewer)|phase ?[1-4](?:\.5)?)\b|親セッション|サブエージェント|分解役|集約役|回顧役|フェーズ ?[1-4]/i;
/** Standards that everybody knows. */
const GENERAL =
  /\b(?:OWASP|NIST|CVE-\d{4}-\d+|CWE-\d+|SOLID principles?|DRY principle|twelve-factor|12-factor|semantic versioning|REST principles?)\b/i;
/** Marks of concrete knowledge: a path, code, a camelCase or snake_case name, a number with a unit. */
const CONCRETE =
  /`[^`]+`|(?:[\w.-]+\/)+[\w.-]+|\b[\w-]+\.(?:[a-z]{1,4}|json|yaml|toml)\b|\b[a-z]+[A-Z]\w*|\b\w+_\w+\b|--[a-z][\w-]+|\b\d+(?:\.\d+)?\s?(?:%|ms|s|sec|seconds?|min|minutes?|h|hours?|days?|MB|GB|KB|lines?|files?|times?|x|回|件|秒|分|時間|行|ファイル)|"[^"]+"|「[^」]+」/;
/** Words of a condition or an instruction. */
const LESSON =
  /\b(?:when|whenever|if|unless|before|after|while|until|always|never|use|avoid|prefer|run|set|keep|check|call|write|put|should|must|do not|don't|instead|because|so that|needs?|requires?)\b|場合|とき|時は|際|前に|後に|ならば|べき|使う|避け|優先|必ず|すること|しない|必要|よい|実行する|設定する|書く|置く|確認する|ため/i;
/** Advice that says nothing concrete. */
const VAGUE =
  /\b(?:be careful|take care|pay attention|think about|keep in mind|quality matters|is important|communicat\w+ well|best practices?)\b|気をつけ|意識する|重要である|大切|心がけ|注意する/i;

/** Why a candidate is not proposed; null if it may be. `configuration`: the texts of AGENTS.md, CLAUDE.md and the configuration. */
export function refusalOf({ name, observations }: Candidate, configuration: readonly string[] = []): Refusal | null {
  if (!NAME.test(name) || OWN_DOMAIN.test(name)) return 'name';
  const text = observations.join('\n');
  if (RUN.test(`${name}\n${text}`)) return 'names-a-run';
  if (INTERNAL.test(`${name.replaceAll('_', ' ')}\n${text}`)) return 'internal';
  const isConcrete = CONCRETE.test(text);
  if (GENERAL.test(text) && !isConcrete) return 'general-knowledge';
  if (observations.every((each) => isInConfiguration(each, configuration))) return 'in-the-configuration';
  if (VAGUE.test(text) && !isConcrete) return 'abstract';
  return LESSON.test(text) ? null : 'not-a-lesson';
}

/** A shorter line of the configuration does not count as saying the same. */
const MIN_LINE_LENGTH = 12;
/** A text for comparison: without marks, in lower case. */
const normalized = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s`*_.。、,]+/g, ' ')
    .trim();

/** Whether a line of the configuration already says this. */
function isInConfiguration(observation: string, configuration: readonly string[]): boolean {
  const lesson = normalized(observation);
  return configuration.some((text) =>
    text.split('\n').some((line) => {
      const known = normalized(line.replace(/^[\s#>*-]+/, ''));
      return (
        known.includes(lesson) ||
        (known.length >= MIN_LINE_LENGTH && lesson.includes(known) && known.length > lesson.length * 0.7)
      );
    }),
  );
}

/** The names of rejected categories begin with this. */
const PREFIX = 'workflow:rejected_proposal:';

/** A category that a person rejected. */
interface Rejection {
  /** `template_modification`, `skill`, `improvement` or another category. */
  readonly category: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `cmd_007`, or the id of the run. */
  readonly from: string;
  readonly description: string;
  readonly reason?: string | undefined;
}

/** The graph with a rejected category. If it was rejected before, lines are added. */
export function withRejection(graph: Graph, { category, date, from, description, reason }: Rejection): Graph {
  const name = `${PREFIX}${category}`;
  const lines = [
    `Rejected on ${date} in ${from}`,
    `Proposal type: ${description}`,
    ...(reason === undefined || reason === '' ? [] : [`Reason: ${reason}`]),
  ];
  const { graph: known } = withEntities(graph, [{ name, entityType: 'rejection_memory', observations: [] }]);
  return withObservations(known, [{ entityName: name, contents: lines }]);
}

/** The rejected categories, which are not proposed again. */
export const rejectedCategories = ({ entities }: Pick<Graph, 'entities'> = EMPTY_GRAPH): readonly string[] =>
  [...entities.keys()].flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
