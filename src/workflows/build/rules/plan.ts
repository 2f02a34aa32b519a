// Reads the task table of plan.md and finds every problem for which a plan is refused before a worker starts. Pure. Used by the whole build.

export const PERSONAS = ['researcher', 'writer', 'coder', 'reviewer'] as const;
export type Persona = (typeof PERSONAS)[number];
export const MODELS = ['haiku', 'sonnet', 'opus'] as const;
export type ModelName = (typeof MODELS)[number];

/** A row of the table. */
export interface PlanTask {
  readonly id: number;
  readonly title: string;
  /** Relative to the work folder: `tasks/task_N.md`. */
  readonly file: string;
  readonly dependsOn: readonly number[];
  readonly persona: Persona;
  readonly model: ModelName;
  /** Paths of the repository that the task may change; one that ends in `/` is a folder with everything below it. */
  readonly writes: readonly string[];
}

export type PlanProblem =
  | { readonly is: 'no-table' }
  | { readonly is: 'no-tasks' }
  | { readonly is: 'too-many-tasks'; readonly found: number; readonly most: number }
  | { readonly is: 'bad-cell'; readonly row: number; readonly column: string; readonly found: string }
  | { readonly is: 'duplicate-task'; readonly task: number }
  | { readonly is: 'unknown-dependency'; readonly task: number; readonly dependency: number }
  | { readonly is: 'cycle'; readonly path: readonly number[] }
  | { readonly is: 'missing-task-file'; readonly task: number; readonly file: string }
  | { readonly is: 'outside-tree'; readonly task: number; readonly path: string }
  | { readonly is: 'writes-nothing'; readonly task: number }
  | { readonly is: 'shared-write'; readonly wave: number; readonly path: string; readonly tasks: readonly number[] };

/** A plan with more tasks is refused, because no maintainer could review the result. */
export const MAX_TASKS = 1000;

export const COLUMNS = ['Task', 'File', 'Depends On', 'Persona', 'Model', 'Writes'] as const;
type Column = (typeof COLUMNS)[number];

/** The tasks that could be read, and the problems of the table. */
export interface ReadPlan {
  readonly tasks: readonly PlanTask[];
  readonly problems: readonly PlanProblem[];
  /** The text of a line `scope_warning: …`, unless it is false, none or null. */
  readonly scopeWarning: string | undefined;
}

/** Reads the first table that has all columns. `defaultModel` stands for an empty Model cell. */
export function readPlan(text: string, defaultModel: ModelName = 'sonnet'): ReadPlan {
  const lines = text.split(/\r?\n/);
  const scopeWarning = /^\s*[-*]?\s*scope_warning:\s*(?!false\b|none\b|null\b)(\S.*)$/im.exec(text)?.[1]?.trim();
  const head = lines.findIndex((line) => columnsOf(line) !== null);
  const columns = head < 0 ? null : columnsOf(lines[head] ?? '');
  if (!columns) return { tasks: [], problems: [{ is: 'no-table' }], scopeWarning };
  const problems: PlanProblem[] = [];
  const tasks: PlanTask[] = [];
  for (const line of rowsAfter(lines, head)) {
    const row = tasks.length + problems.length + 1;
    const task = readRow(cellsOf(line), { columns, row, defaultModel, problems });
    if (task) tasks.push(task);
  }
  if (tasks.length === 0 && problems.length === 0) problems.push({ is: 'no-tasks' });
  if (tasks.length > MAX_TASKS) problems.push({ is: 'too-many-tasks', found: tasks.length, most: MAX_TASKS });
  return { tasks, problems, scopeWarning };
}

const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

/** The index of each column; null if the line is not the head of a task table. */
function columnsOf(line: string): Readonly<Record<Column, number>> | null {
  if (!line.includes('|')) return null;
  const cells = cellsOf(line).map((cell) => cell.toLowerCase());
  const found = COLUMNS.map((name) => [name, cells.indexOf(name.toLowerCase())] as const);
  return found.every(([, index]) => index >= 0) ? (Object.fromEntries(found) as Record<Column, number>) : null;
}

/** The rows of the table whose head is at this line. */
function* rowsAfter(lines: readonly string[], head: number): Generator<string> {
  for (const line of lines.slice(head + 1)) {
    if (!line.includes('|')) return;
    if (!/^[\s|:-]*$/.test(line)) yield line;
  }
}

interface Row {
  /** The index of each column. */
  readonly columns: Readonly<Record<Column, number>>;
  /** The number of the row, for problems. */
  readonly row: number;
  readonly defaultModel: ModelName;
  /** The problem of the row is added here. */
  readonly problems: PlanProblem[];
}

/** A cell that says that there is nothing. */
const NONE = /^(?:|-|–|—|none|なし|n\/a)$/i;

/** The task of a row; null if a cell cannot be read. */
function readRow(cells: readonly string[], { columns, row, defaultModel, problems }: Row): PlanTask | null {
  const cell = (name: Column) => (cells[columns[name]] ?? '').replaceAll('`', '');
  const reject = (column: Column): null => {
    problems.push({ is: 'bad-cell', row, column, found: cell(column).slice(0, 200) });
    return null;
  };
  const file = /^(?:.*\/)?tasks\/task_([1-9]\d{0,5})\.md$/.exec(linkAddress(cell('File')));
  if (!file) return reject('File');
  const dependsOn = numbersIn(cell('Depends On'));
  if (!dependsOn) return reject('Depends On');
  const worker = cell('Persona').toLowerCase();
  const persona = PERSONAS.find((each) => each === worker.replace(/^worker[_-]/, ''));
  if (!persona) return reject('Persona');
  const named = cell('Model').toLowerCase();
  const model = NONE.test(named) ? defaultModel : MODELS.find((each) => each === named);
  if (!model) return reject('Model');
  const writes = NONE.test(cell('Writes'))
    ? []
    : cell('Writes')
        .split(/\s*(?:,|<br\s*\/?>)\s*/)
        .filter(Boolean)
        .map(plainPath);
  const id = Number(file[1]);
  return {
    id,
    title: cell('Task'),
    file: `tasks/task_${id}.md`,
    dependsOn,
    persona,
    model,
    writes: [...new Set(writes)],
  };
}

/** The address of a Markdown link; other text unchanged. */
const linkAddress = (cell: string): string => /^\[[^\]]*\]\(([^)]*)\)$/.exec(cell)?.[1] ?? cell;

/** Reads `1, 2`, `task_1` or `Task 1`; null for any other text. */
function numbersIn(cell: string): readonly number[] | null {
  if (NONE.test(cell)) return [];
  const parts = cell.split(/\s*[,、]\s*/).map((part) => /^(?:task)?[_\s#]*(\d{1,6})(?:\.md)?$/i.exec(part)?.[1]);
  return parts.every((part) => part !== undefined) ? [...new Set(parts.map(Number))] : null;
}

/** `./a/b` is `a/b`; `a/**` and `a/*` are the folder `a/`. */
function plainPath(path: string): string {
  const folder = path.replace(/\/\*{1,2}$/, '/');
  return folder.replace(/^(?:\.\/)+/, '').replace(/\/{2,}/g, '/');
}

/** Whether a path of a plan is inside the tree and not inside `.git`. Patterns and control characters are refused. */
export function isInsideTree(path: string): boolean {
  if (path === '' || path.startsWith('/') || path.startsWith('~') || /^[a-z]:/i.test(path)) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: such a path is refused
  if (/[\\*?[\]{}\u0000-\u001f]/.test(path)) return false;
  const parts = path.replace(/\/$/, '').split('/');
  return parts.every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git');
}

/** What the tasks of a plan are checked against. */
export interface PlanFacts {
  /** Existing task files, relative to the work folder. */
  readonly files: ReadonlySet<string>;
  /** Succeeded tasks of an earlier plan of the same run. New tasks may depend on them, but not have their numbers. */
  readonly earlier?: readonly number[] | undefined;
}

/** All problems of the tasks of a plan. If there are none, the plan can run. */
export function problemsOf(tasks: readonly PlanTask[], { files, earlier = [] }: PlanFacts): readonly PlanProblem[] {
  const known = new Set([...earlier, ...tasks.map(({ id }) => id)]);
  const seen = new Set(earlier);
  const problems: PlanProblem[] = [];
  for (const { id, file, dependsOn, persona, writes } of tasks) {
    if (seen.has(id)) problems.push({ is: 'duplicate-task', task: id });
    seen.add(id);
    for (const dependency of dependsOn)
      if (!known.has(dependency)) problems.push({ is: 'unknown-dependency', task: id, dependency });
    if (!files.has(file)) problems.push({ is: 'missing-task-file', task: id, file });
    for (const path of writes) if (!isInsideTree(path)) problems.push({ is: 'outside-tree', task: id, path });
    if (persona === 'coder' && writes.length === 0) problems.push({ is: 'writes-nothing', task: id });
  }
  const cycle = cycleIn(tasks);
  return cycle ? [...problems, { is: 'cycle', path: cycle }] : problems;
}

/** A cycle of dependencies, as a path that begins and ends with the same task; null if there is none. */
export function cycleIn(tasks: readonly Pick<PlanTask, 'id' | 'dependsOn'>[]): readonly number[] | null {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const state = new Map<number, 'on-path' | 'finished'>();
  for (const { id } of tasks) {
    const path: { readonly id: number; next: number }[] = [];
    if (!state.has(id)) path.push({ id, next: 0 });
    state.set(id, state.get(id) ?? 'on-path');
    while (path.length > 0) {
      const top = path[path.length - 1];
      if (!top) break;
      const dependency = byId.get(top.id)?.dependsOn[top.next];
      top.next += 1;
      if (dependency === undefined) {
        state.set(top.id, 'finished');
        path.pop();
      } else if (state.get(dependency) === 'on-path') {
        const from = path.findIndex((step) => step.id === dependency);
        return [...path.slice(from).map((step) => step.id), dependency];
      } else if (!state.has(dependency) && byId.has(dependency)) {
        state.set(dependency, 'on-path');
        path.push({ id: dependency, next: 0 });
      }
    }
  }
  return null;
}

/** A problem as one line for the decomposer, and for the record of the run. */
export function problemText(problem: PlanProblem): string {
  switch (problem.is) {
    case 'no-table':
      return `plan.md has no table with the columns ${COLUMNS.join(', ')}`;
    case 'no-tasks':
      return 'the table of plan.md has no rows';
    case 'too-many-tasks':
      return `plan.md has ${problem.found} tasks; ${problem.most} is the most`;
    case 'bad-cell':
      return `row ${problem.row}: column ${problem.column} has "${problem.found}"`;
    case 'duplicate-task':
      return `task ${problem.task} is listed twice`;
    case 'unknown-dependency':
      return `task ${problem.task} depends on task ${problem.dependency}, which the plan does not have`;
    case 'cycle':
      return `tasks depend on each other in a cycle: ${problem.path.join(' → ')}`;
    case 'missing-task-file':
      return `the file of task ${problem.task} is missing: ${problem.file}`;
    case 'outside-tree':
      return `task ${problem.task} writes outside the tree: ${problem.path}`;
    case 'writes-nothing':
      return `task ${problem.task} has the persona coder but no path in Writes`;
    case 'shared-write':
      return `wave ${problem.wave}: tasks ${problem.tasks.join(' and ')} both write ${problem.path}`;
  }
}
