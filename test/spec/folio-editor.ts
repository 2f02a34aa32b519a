// The specification of the Folio Editor, sentence by sentence: what it demands, and the tests that hold it. A sentence is quoted as it
// stands there; `decided` names what was decided where it is silent, contradicts itself or is done in another way
// (docs/decisions/2026-11-19-write.md).

export interface Row {
  readonly section: Section;
  readonly says: string;
  /** File below test/, and the name of the test or of a part of it. */
  readonly tests: readonly (readonly [string, string])[];
  readonly decided?: string | undefined;
}

/** Every heading of the specification. */
export const SECTIONS = [
  'Folio — Editor',
  'Core Rules',
  'Workspace Structure',
  'Phase 0: Intake',
  'Phase 1: Paths',
  'Phase 2: Select (Bidirectional Protocol)',
  'Protocol Steps',
  'Phase 4: Loop (Draft → Review → Refine)',
  'Parallel Execution Strategy',
  'Full Crew (8 agents)',
  'Batch Execution Order',
  'Review Output Files',
  'Quality Gate',
  'Gate Logic',
  'Force Pass Protocol (max_rounds reached)',
  'Responsibility Separation',
  'state.json (Editor Internal Only)',
  'progress.json (Desk UI Display)',
  'Scorecard Aggregation',
  'editor-summary.json',
  'Revision Notes Format',
  'Task Prompt Format',
  'Plotter (Path Generation — Phase 1)',
  'Plotter (Draft Generation — Phase 4)',
  'Plotter (Review — Phase 4)',
  'Stylist (Review — Phase 4)',
  'Persona (Review — Phase 4)',
  'Pacer (Review — Phase 4)',
  'Lens (Review — Phase 4)',
  'Anchor (Review — Phase 4)',
  'Voice (Review — Phase 4)',
  'Atlas (Review — Phase 4)',
  'Launch Plotter for Draft',
  'Launch Stylist for Review',
  'Important Notes',
] as const;
export type Section = (typeof SECTIONS)[number];

const work = 'workflows/write/work.test.ts';
const gate = 'workflows/write/gate.test.ts';
const summary = 'workflows/write/summary.test.ts';
const files = 'workflows/write/files.test.ts';
const thread = 'workflows/write/thread.test.ts';

const batches = [
  [work, 'drafts, lets eight review in batches of five and three, and passes'],
  [gate, 'come in batches of five and three'],
] as const;
const selection = [
  [work, 'writes the idea and three paths, each with its hint, and waits without holding anything'],
] as const;
const continued = [[work, 'continues after a selection without asking again what was answered']] as const;
const everyFile = [[work, 'drafts, lets eight review in batches of five and three, and passes']] as const;
const notes = [
  [summary, 'have the form of the specification'],
  [work, 'compiles notes after a round that fails and shows them to the writer with the draft'],
] as const;
const forced = [
  [work, 'forces a pass in the last round: partial, reason, message, and the open issues in the text'],
] as const;
const boundary = [[gate, 'decides %s']] as const;
const state = [[files, 'has the fields of the specification, and a status']] as const;
const progress = [[files, 'has the fields of the specification, in its words']] as const;
const reviewPrompts = [[files, 'for a review by %s']] as const;
const pathPrompts = [[files, 'for a path']] as const;
const draftPrompts = [[files, 'for a draft, with the notes of the round before from the second on']] as const;
const examples = [
  [summary, 'the first comes out exactly, with polish and the two reviewers that are present'],
  [summary, 'the second comes out with its own average where the text says 6.6'],
] as const;

export const rows: readonly Row[] = [
  {
    section: 'Folio — Editor',
    says: 'You manage the creative workflow, coordinate Crew agents, and enforce quality standards.',
    tests: everyFile,
    decided: 'The Editor is a program; models write and review.',
  },
  {
    section: 'Core Rules',
    says: 'ORCHESTRATE: Manage Crew agents via Task tool (max 5 parallel)',
    tests: [...batches, [gate, 'are never more than five in a batch, however many there are']],
    decided: 'Agents run in crew’s own loop; there is no Task tool.',
  },
  { section: 'Core Rules', says: 'AGGREGATE: Collect scorecards and compute averages', tests: [[gate, 'of %j is %s']] },
  {
    section: 'Core Rules',
    says: 'ENFORCE: Apply quality gate strictly',
    tests: [[gate, 'passes a chapter only when nothing fails, or as a forced pass in the last round']],
  },
  {
    section: 'Core Rules',
    says: 'REPORT: Update workspace/current/progress.json for Desk',
    tests: [...selection, ...progress],
  },
  {
    section: 'Core Rules',
    says: 'SILENT: Never talk to user directly (Desk relays all)',
    tests: [[thread, 'offers three paths, waits, takes the selection, and ends in a pull request']],
    decided: '`work` cannot write to GitHub; gate and publish are the Desk.',
  },
  {
    section: 'Workspace Structure',
    says: 'idea.json: Structured idea from Phase 0',
    tests: [...selection, ...everyFile],
  },
  {
    section: 'Workspace Structure',
    says: "selected_path.json: User's chosen path from Phase 2",
    tests: [...continued, ...everyFile],
  },
  {
    section: 'Workspace Structure',
    says: 'user_input.json: User selection relay from Desk (Phase 2)',
    tests: continued,
  },
  {
    section: 'Workspace Structure',
    says: 'state.json: Editor internal state (phase, chapter, round, path_id)',
    tests: state,
  },
  {
    section: 'Workspace Structure',
    says: 'progress.json: UI display for Desk (derived from state.json + scores)',
    tests: progress,
  },
  {
    section: 'Workspace Structure',
    says: 'characters/: Character sheets',
    tests: everyFile,
    decided: 'Written by the Plotter after the selection.',
  },
  {
    section: 'Workspace Structure',
    says: 'chapters/ch{N}/draft-{R}.md, reviews/round-{R}/',
    tests: [[summary, 'have two digits for chapters and rounds'], ...everyFile],
    decided: 'Two digits, as in the invocation examples.',
  },
  { section: 'Workspace Structure', says: 'paths/path-A.json, path-B.json, path-C.json', tests: everyFile },
  { section: 'Phase 0: Intake', says: 'Parse user prompt', tests: selection },
  {
    section: 'Phase 0: Intake',
    says: 'Extract: genre, tone, scale, core_theme',
    tests: selection,
    decided: 'Also title, language and profile.',
  },
  { section: 'Phase 0: Intake', says: 'Write workspace/current/idea.json', tests: selection },
  { section: 'Phase 0: Intake', says: 'Proceed to Phase 1', tests: selection },
  {
    section: 'Phase 1: Paths',
    says: 'Launch Plotter 3 times (sequentially due to different creative directions)',
    tests: selection,
  },
  { section: 'Phase 1: Paths', says: 'Each receives a unique direction_hint', tests: [...pathPrompts, ...selection] },
  { section: 'Phase 1: Paths', says: 'Path A: "王道・安定・広い読者層"', tests: pathPrompts },
  { section: 'Phase 1: Paths', says: 'Path B: "意外性・挑戦的・印象的な展開"', tests: pathPrompts },
  { section: 'Phase 1: Paths', says: 'Path C: "キャラ深掘り・感情重視・没入感"', tests: pathPrompts },
  { section: 'Phase 1: Paths', says: 'Write to workspace/paths/path-{A,B,C}.json', tests: selection },
  { section: 'Phase 1: Paths', says: 'Update progress.json with path summaries', tests: selection },
  { section: 'Phase 1: Paths', says: 'Proceed to Phase 2', tests: selection },
  {
    section: 'Phase 2: Select (Bidirectional Protocol)',
    says: 'File-based handoff via user_input.json.',
    tests: continued,
    decided: '`/crew select` is a signal in the run’s record; the file is written from it.',
  },
  {
    section: 'Protocol Steps',
    says: 'Editor writes comparison summary to progress.json',
    tests: [...selection, [files, 'shows the paths side by side, and nothing in them breaks the table']],
  },
  { section: 'Protocol Steps', says: 'Editor sets state.json status to "awaiting_selection"', tests: selection },
  {
    section: 'Protocol Steps',
    says: '"awaiting_user": true, "message": "3つのPathから選択してください"',
    tests: selection,
  },
  {
    section: 'Protocol Steps',
    says: 'Editor exits Task',
    tests: selection,
    decided: 'The run ends `awaiting`; no runner is held.',
  },
  {
    section: 'Protocol Steps',
    says: 'Desk detects awaiting_user: true, prompts user',
    tests: [[thread, 'offers three paths, waits, takes the selection, and ends in a pull request']],
  },
  {
    section: 'Protocol Steps',
    says: 'Desk writes user choice to workspace/current/user_input.json',
    tests: [
      [files, 'is written as user_input.json says'],
      [work, 'answers a choice that there is not, and goes on waiting'],
    ],
  },
  {
    section: 'Protocol Steps',
    says: 'Desk re-launches Editor Task',
    tests: [[thread, 'offers three paths, waits, takes the selection, and ends in a pull request']],
  },
  { section: 'Protocol Steps', says: 'Editor reads user_input.json, writes selected_path.json', tests: continued },
  {
    section: 'Protocol Steps',
    says: 'Editor updates state.json status to "path_selected"',
    tests: [[work, 'says path_selected while the sheets are written']],
  },
  { section: 'Protocol Steps', says: 'Editor proceeds to Phase 4', tests: continued },
  {
    section: 'Phase 4: Loop (Draft → Review → Refine)',
    says: 'Read state from workspace/current/state.json',
    tests: [[work, 'writes every file again on a machine that has only the journal']],
    decided: 'The state follows from the journal; state.json shows it.',
  },
  { section: 'Phase 4: Loop (Draft → Review → Refine)', says: 'Launch Plotter to generate/refine draft', tests: notes },
  {
    section: 'Phase 4: Loop (Draft → Review → Refine)',
    says: 'Launch review Crew in batches (due to 5 parallel limit)',
    tests: batches,
  },
  { section: 'Phase 4: Loop (Draft → Review → Refine)', says: 'Aggregate scorecards', tests: examples },
  { section: 'Phase 4: Loop (Draft → Review → Refine)', says: 'Check quality gate', tests: boundary },
  {
    section: 'Phase 4: Loop (Draft → Review → Refine)',
    says: 'If PASS → update progress, report to Desk',
    tests: [[work, 'drafts, lets eight review in batches of five and three, and passes']],
  },
  {
    section: 'Phase 4: Loop (Draft → Review → Refine)',
    says: 'If FAIL → compile revision notes, increment round, loop',
    tests: notes,
  },
  {
    section: 'Parallel Execution Strategy',
    says: 'Claude Max has 5 parallel Task limit.',
    tests: [
      [work, 'leaves reviewers out, adds others from the repository without tools, and never more than five at once'],
    ],
  },
  {
    section: 'Full Crew (8 agents)',
    says: 'Plotter, Persona, Stylist, Pacer, Lens: batch 1; Anchor, Voice, Atlas: batch 2',
    tests: [...batches, [summary, 'the roles of all reviewers have a rubric for both profiles']],
  },
  {
    section: 'Full Crew (8 agents)',
    says: 'Lens: 読者視点・Cross-Review',
    tests: [[work, 'gives Lens the scorecards of the round before, and nobody else']],
  },
  { section: 'Batch Execution Order', says: 'Draft Generation: Plotter (single)', tests: selection },
  { section: 'Batch Execution Order', says: 'BATCH_1 (5 parallel) … Wait for completion', tests: batches },
  {
    section: 'Batch Execution Order',
    says: 'BATCH_2 (3 parallel): Anchor, Voice, Atlas; wait for completion',
    tests: batches,
  },
  {
    section: 'Batch Execution Order',
    says: 'Editor collects all 8 scorecards',
    tests: [...everyFile, [gate, 'never passes with a reviewer taken away']],
  },
  {
    section: 'Review Output Files',
    says: 'plotter.json, persona.json, stylist.json, pacer.json, lens.json, anchor.json, voice.json, atlas.json, editor-summary.json',
    tests: everyFile,
  },
  {
    section: 'Quality Gate',
    says: 'min_overall 7.0, min_each 6.5, no_critical true, max_rounds 5, min_improvement 0.3',
    tests: [...boundary, [gate, 'takes its thresholds from the configuration']],
  },
  { section: 'Gate Logic', says: 'Any agent score < 6.5 → FAIL', tests: boundary },
  { section: 'Gate Logic', says: 'Average score < 7.0 → FAIL', tests: boundary },
  { section: 'Gate Logic', says: 'Any critical issue remaining → FAIL', tests: boundary },
  {
    section: 'Gate Logic',
    says: 'Round >= max_rounds → FORCE PASS with forced_pass_reason in editor-summary.json',
    tests: [...boundary, ...forced, [gate, 'ends after five rounds at most']],
    decided: 'Only a round that fails is forced.',
  },
  {
    section: 'Gate Logic',
    says: 'Improvement < 0.3 from prev round → CONVERGED, PASS',
    tests: boundary,
    decided: 'Only a round that does not fail converges.',
  },
  { section: 'Gate Logic', says: 'All conditions met → PASS', tests: boundary },
  {
    section: 'Force Pass Protocol (max_rounds reached)',
    says: 'Set editor-summary.json field "forced_pass": true',
    tests: forced,
  },
  {
    section: 'Force Pass Protocol (max_rounds reached)',
    says: 'Add "forced_pass_reason": "Max rounds reached. Final score: {avg}. Unresolved: [{issue_list}]"',
    tests: forced,
  },
  {
    section: 'Force Pass Protocol (max_rounds reached)',
    says: 'Update progress.json with "message": "⚠️ 最大ラウンド到達。品質基準未達のまま通過"',
    tests: [
      [work, 'shows a forced pass in progress.json'],
      [files, 'has a word for every phase and status in both languages, and the messages of the specification'],
    ],
  },
  {
    section: 'Force Pass Protocol (max_rounds reached)',
    says: 'Write final draft with inline comments marking unresolved issues',
    tests: [...forced, [summary, 'stand before their paragraph; a fence is one paragraph, and line ends stay']],
  },
  {
    section: 'Force Pass Protocol (max_rounds reached)',
    says: 'Proceed to next chapter',
    tests: [[work, 'goes on to the next chapter after a forced pass']],
  },
  {
    section: 'Responsibility Separation',
    says: "state.json: Editor's internal state (phase, chapter, round, path_id, agent tracking)",
    tests: state,
  },
  {
    section: 'Responsibility Separation',
    says: 'progress.json: UI display for Desk (derived from state.json + scores + status messages)',
    tests: progress,
  },
  {
    section: 'state.json (Editor Internal Only)',
    says: 'phase, chapter, round, path_id, active_agents, completed_agents, quality_gate, updated_at',
    tests: state,
    decided: 'With `status`, which phase 2 demands.',
  },
  {
    section: 'progress.json (Desk UI Display)',
    says: 'phase, phase_name, chapter, round, max_rounds, current_avg, prev_avg, delta, agents, status, message, awaiting_user, updated_at',
    tests: [...progress, [files, 'shows the step from the average before: %s after %s is %s']],
  },
  { section: 'Scorecard Aggregation', says: 'Read all reviews/round-{R}/*.json', tests: everyFile },
  {
    section: 'Scorecard Aggregation',
    says: 'Compute overall average',
    tests: [
      [gate, 'of %j is %s'],
      [gate, 'are within the scores, and half a hundredth is rounded up'],
    ],
  },
  {
    section: 'Scorecard Aggregation',
    says: 'Identify lowest scores and critical issues',
    tests: [[summary, 'put what is critical first, then the issues of the lower score']],
  },
  { section: 'Scorecard Aggregation', says: 'Write editor-summary.json', tests: [...everyFile, ...examples] },
  {
    section: 'editor-summary.json',
    says: 'chapter, round, crew_scores, average, editor_assessment, forced_pass, forced_pass_reason, round_history',
    tests: examples,
  },
  {
    section: 'editor-summary.json',
    says: 'Force Pass Example',
    tests: examples,
    decided: '6.6 as average of the last round is an erratum: the scores give 6.93.',
  },
  {
    section: 'Revision Notes Format',
    says: 'When quality gate fails, compile revision notes for Plotter',
    tests: notes,
  },
  {
    section: 'Revision Notes Format',
    says: '- Stylist: 6.8 (below threshold)',
    tests: [[summary, 'do not call 6.8 below the threshold, and name a review that is missing']],
    decided: 'An erratum: 6.8 is not below 6.5.',
  },
  {
    section: 'Task Prompt Format',
    says: 'When launching Crew agents via Task tool, use structured prompts',
    tests: [...pathPrompts, ...draftPrompts, ...reviewPrompts],
  },
  {
    section: 'Plotter (Path Generation — Phase 1)',
    says: 'Path {A/B/C} 生成。 Direction Hint: {direction_hint}',
    tests: pathPrompts,
  },
  {
    section: 'Plotter (Draft Generation — Phase 4)',
    says: 'Chapter {N} ドラフト生成（Round {R}）。 … revision-notes-{R-1}.md（Round 2以降）',
    tests: draftPrompts,
  },
  { section: 'Plotter (Review — Phase 4)', says: 'Chapter {N} Draft {R} を評価。', tests: reviewPrompts },
  { section: 'Stylist (Review — Phase 4)', says: 'Chapter {N} Draft {R} を評価。', tests: reviewPrompts },
  {
    section: 'Persona (Review — Phase 4)',
    says: 'Chapter {N} Draft {R} のキャラクター一貫性を評価。',
    tests: reviewPrompts,
  },
  { section: 'Pacer (Review — Phase 4)', says: 'Chapter {N} Draft {R} のペーシングを評価。', tests: reviewPrompts },
  {
    section: 'Lens (Review — Phase 4)',
    says: 'Chapter {N} Draft {R} を読者視点で評価。Cross-Review も実施。',
    tests: reviewPrompts,
  },
  { section: 'Anchor (Review — Phase 4)', says: 'Chapter {N} Draft {R} のテーマ一貫性を評価。', tests: reviewPrompts },
  { section: 'Voice (Review — Phase 4)', says: 'Chapter {N} Draft {R} の会話品質を評価。', tests: reviewPrompts },
  { section: 'Atlas (Review — Phase 4)', says: 'Chapter {N} Draft {R} の世界観・設定を評価。', tests: reviewPrompts },
  { section: 'Launch Plotter for Draft', says: 'workspace/current/chapters/ch01/draft-01.md', tests: draftPrompts },
  {
    section: 'Launch Plotter for Draft',
    says: 'model="sonnet"',
    tests: [[summary, 'the roles run on sonnet and the reviewers have no tools']],
  },
  {
    section: 'Launch Stylist for Review',
    says: 'workspace/current/chapters/ch01/reviews/round-01/stylist.json',
    tests: reviewPrompts,
  },
  {
    section: 'Important Notes',
    says: 'Always write state files atomically (write full content, not partial)',
    tests: [[work, 'writes every file whole or not at all']],
  },
  { section: 'Important Notes', says: 'Include timestamps in ISO 8601 format', tests: everyFile },
  {
    section: 'Important Notes',
    says: 'Use Japanese for content, English for field names',
    tests: [[files, 'of %j is %s'], ...reviewPrompts],
    decided: 'Content is in the language of the request.',
  },
  {
    section: 'Important Notes',
    says: 'Log decisions in editor-summary.json for traceability',
    tests: [[gate, 'names every reason of a failure'], ...examples],
  },
];
