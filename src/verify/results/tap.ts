// Reads TAP: a line for each result, indented subtests (before their result, or in braces after it), details in YAML blocks. Other output in the
// stream is ignored. Faked results are detected, because they make the numbers wrong. Used by the runners that write TAP.
import type { ResultsFlaw } from '../../text/lang/verify/index.js';
import { byLine, MAX_TESTS, type Reader, type ReportedTest } from './reader.js';
import { type Details, detailsOf } from './tap-details.js';

/** How a producer of TAP differs from others. */
export interface TapStyle {
  /** The producer always writes a plan, so a stream without one was cut off. */
  readonly plan?: boolean | undefined;
  /** Matches the last line of a stream without a plan. Output of tests is indented, so tests cannot print it. */
  readonly ending?: RegExp | undefined;
  /** Tests are named by comments, and results are their assertions (tape). */
  readonly headings?: boolean | undefined;
}

/** A line `ok` or `not ok`. */
interface Point {
  readonly ok: boolean;
  readonly name: string;
  readonly directive: string | undefined;
  readonly indent: number;
  /** A parent whose result precedes its subtests. */
  readonly opens: boolean;
  readonly group: string;
}

/** The open group at one depth of indentation. */
interface Level {
  name: string;
  /** Number of subtests, and how many failed. */
  tests: number;
  failed: number;
  /** The last number at this depth. */
  last: number;
  planned: number | undefined;
  /** The parent's result, if it came first. */
  before: Point | undefined;
}

const POINT = /^(\s*)(ok|not ok)\b(?:\s+(\d{1,9}))?(?:\s+-)?\s*(.*)$/;
const PLAN = /^(\s*)1\.\.(\d{1,9})(?:\s*#.*)?$/;
const SUBTEST = /^(\s*)# Subtest:?\s?(.*)$/;
const HEADING = /^# (.*)$/;
const SUMMARY = /^# (?:tests|pass|fail|skip|todo|ok)\b/;

/** Reads TAP. */
export function readTap(style: TapStyle = {}): Reader {
  const stream = new TapStream(style);
  const lines = byLine((line) => stream.line(line));
  return {
    take: lines.take,
    end() {
      lines.end();
      return stream.end();
    },
  };
}

/** The parser's state: open groups and their counts. */
class TapStream {
  readonly #style: TapStyle;
  readonly #reported: ReportedTest[] = [];
  #levels: Level[] = [newLevel()];
  #heading = '';
  #point: Point | undefined;
  #block: string[] | undefined;
  #begun = false;
  #hasEnding = false;
  #flaw: ResultsFlaw | undefined;

  constructor(style: TapStyle) {
    this.#style = style;
  }

  line(line: string): void {
    if (this.#inBlock(line)) return;
    if (this.#style.ending?.test(line)) this.#hasEnding = true;
    const subtest = SUBTEST.exec(line);
    const plan = PLAN.exec(line);
    const point = POINT.exec(line);
    if (subtest) this.#begin(depthOf(subtest[1]), subtest[2] ?? '');
    else if (plan) this.#plan(depthOf(plan[1]), Number(plan[2]));
    else if (point) this.#found(point);
    else if (/^\s*\}\s*$/.test(line)) this.#brace(depthOf(line));
    else if (/^Bail out!/i.test(line)) this.#doubt('bailed out');
    else if (/^TAP version \d+$/.test(line)) this.#restart();
    else if (!SUMMARY.test(line)) this.#heading = HEADING.exec(line)?.[1] ?? this.#heading;
  }

  end() {
    this.#settle();
    for (const level of this.#levels) this.#check(level);
    const [outermost] = this.#levels;
    const isWhole = outermost?.planned !== undefined || this.#hasEnding;
    if (this.#style.plan && this.#begun && !isWhole) this.#doubt('cut off');
    const reported = this.#style.headings ? byHeading(this.#reported) : this.#reported;
    return { tests: reported, flaw: this.#flaw };
  }

  /** Lines of a YAML block belong to the result before it. */
  #inBlock(line: string): boolean {
    if (this.#block === undefined) {
      if (!this.#point || !/^\s+---\s*$/.test(line)) return false;
      this.#block = [];
    } else if (/^\s+\.\.\.\s*$/.test(line)) this.#settle();
    else if (this.#block.length < 2000) this.#block.push(line);
    return true;
  }

  #begin(depth: number, name: string): void {
    this.#settle();
    this.#level(depth).name = name;
    this.#levels.length = depth + 1;
  }

  #plan(depth: number, planned: number): void {
    this.#settle();
    if (depth >= this.#levels.length) return;
    const level = this.#level(depth);
    if (level.planned !== undefined) this.#doubt('not adding up');
    level.planned = planned;
  }

  #found([, space = '', word, number, rest = '']: RegExpExecArray): void {
    this.#settle();
    const depth = depthOf(space);
    const level = this.#level(depth);
    this.#begun = true;
    if (number !== undefined && Number(number) !== level.last + 1) this.#doubt('not adding up');
    level.last += 1;
    const [name = '', directive] = rest.split(/(?:^|\s+)#\s*(?=(?:skip|todo)\b)/i);
    const opens = /\{\s*$/.test(rest);
    const group = this.#heading;
    this.#point = { ok: word === 'ok', name: name.replace(/\s*\{\s*$/, ''), directive, indent: depth, opens, group };
    if (!opens) return;
    level.name = this.#point.name;
    this.#levels.length = depth + 1;
    level.before = this.#point;
    this.#level(depth + 1);
  }

  #brace(depth: number): void {
    this.#settle();
    const level = this.#levels[depth];
    if (!level?.before) return;
    const parent = level.before;
    level.before = undefined;
    this.#close(parent, depth, {});
  }

  #settle(): void {
    const point = this.#point;
    const block = this.#block;
    this.#point = undefined;
    this.#block = undefined;
    if (!point) return;
    const details = detailsOf(block ?? []);
    // The result of a parent with braces counts after its subtests.
    if (!point.opens) this.#close(point, point.indent, details);
  }

  /** Adds the result of a test. The result of a group is added only if the group failed although none of its tests failed. */
  #close(point: Point, depth: number, details: Details): void {
    const children = this.#levels[depth + 1];
    if (children) this.#check(children);
    this.#levels.length = depth + 1;
    this.#level(depth).name = '';
    const isGroup = children !== undefined && children.tests > 0;
    const isLeftOut = isGroup && (point.ok || children.failed > 0);
    this.#count(depth, !point.ok && !point.directive);
    if (isLeftOut) return;
    if (this.#reported.length < MAX_TESTS) this.#reported.push(this.#reportedTest(point, depth, details));
  }

  #reportedTest(point: Point, depth: number, details: Details): ReportedTest {
    const around = this.#levels.slice(0, depth).map(({ name }) => name);
    const path = this.#style.headings ? [point.group || point.name] : [...around, point.name];
    const status = point.directive ? 'skipped' : point.ok ? 'passed' : 'failed';
    const message = this.#style.headings && !point.ok ? `${point.name}\n${details.message ?? ''}` : details.message;
    return { path, status, ...details, message };
  }

  #count(depth: number, failed: boolean): void {
    const level = this.#level(depth);
    level.tests += 1;
    if (failed) level.failed += 1;
  }

  #level(depth: number): Level {
    while (this.#levels.length <= depth) this.#levels.push(newLevel());
    return this.#levels[depth] ?? newLevel();
  }

  /** Output of another process of the same command begins. */
  #restart(): void {
    this.#settle();
    if (this.#style.plan && this.#begun && this.#levels[0]?.planned === undefined) this.#doubt('not adding up');
    for (const level of this.#levels) this.#check(level);
    this.#levels = [newLevel()];
    this.#begun = true;
  }

  #check({ planned, last }: Level): void {
    if (planned !== undefined && planned !== last) this.#doubt('not adding up');
  }

  #doubt(flaw: ResultsFlaw): void {
    this.#flaw ??= flaw;
  }
}

function newLevel(): Level {
  return { name: '', tests: 0, failed: 0, last: 0, planned: undefined, before: undefined };
}

const depthOf = (space = ''): number => Math.min(50, Math.floor(/^\s*/.exec(space)?.[0].length ?? 0) >> 2);

/** All assertions of one test are one result; it fails if any assertion does. */
function byHeading(reported: readonly ReportedTest[]): readonly ReportedTest[] {
  const tests = new Map<string, ReportedTest>();
  for (const each of reported) {
    const key = each.path.join('\0');
    const before = tests.get(key);
    if (before === undefined || worse(each, before)) tests.set(key, each);
  }
  return [...tests.values()];
}

const RANK = { skipped: 0, passed: 1, failed: 2 } as const;
const worse = (one: ReportedTest, other: ReportedTest): boolean => RANK[one.status] > RANK[other.status];
