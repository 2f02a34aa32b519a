import { inLanguage, type Language } from '../../../src/text/lang/index.js';
import { en } from '../../../src/workflows/facilitate/messages.en.js';
import { ja } from '../../../src/workflows/facilitate/messages.ja.js';
import type {
  Advice,
  Criterion,
  Question,
  RationaleContent,
  Reason,
  Step,
  UnblockedContent,
} from '../../../src/workflows/facilitate/rules/statements.js';
import { each, every, type Part, part } from './samples.js';

const SIGN = { what: 'commits on crew/fix-2', ref: 'acme/shop#31', by: 'maya', at: '2030-03-12T09:00:00Z' };
const ROOT = { ref: '#5', frees: 3, direct: 2 };

const advices = every<Advice>({
  closed: { is: 'closed', reason: 'not_planned' },
  'close-due': { is: 'close-due', by: ['#31'], mergedAt: '2030-03-12T09:00:00Z' },
  'parts-done': { is: 'parts-done', parts: ['#3', '#4'] },
  'merge-due': [
    { is: 'merge-due', pull: '#31', isAutomatic: false },
    { is: 'merge-due', pull: '#31', isAutomatic: true },
  ],
  'changes-requested': { is: 'changes-requested', pull: '#31', by: ['ann'] },
  'checks-failing': [
    { is: 'checks-failing', pull: '#31', checks: ['test', 'lint'], conflicts: false },
    { is: 'checks-failing', pull: '#31', checks: [], conflicts: true },
  ],
  review: [
    { is: 'review', pulls: ['#31'], basePull: undefined },
    { is: 'review', pulls: ['#31'], basePull: '#30' },
  ],
  compete: { is: 'compete', pulls: ['#31', '#32'] },
  'parts-started': [
    { is: 'parts-started', parts: ['#3'], started: [], all: 4 },
    { is: 'parts-started', parts: ['#3', '#4'], started: ['#5'], all: 4 },
  ],
  blocked: [
    {
      is: 'blocked',
      waits: [{ ref: '#3', title: 'Add addYears', since: '2030-03-01T09:00:00Z' }, { external: 'the new API' }],
      roots: [ROOT],
      cycle: [],
    },
    { is: 'blocked', waits: [{ ref: '#3' }], roots: [], cycle: ['#2', '#3', '#2'] },
    {
      is: 'blocked',
      waits: [{ external: 'the new API' }, { external: 'label on hold' }, { external: 'acme/api#4 (cannot be read)' }],
      roots: [],
      cycle: [],
      answer: { by: 'maya', at: '2030-03-12T09:00:00Z' },
    },
  ],
  started: [
    { is: 'started', evidence: [SIGN] },
    { is: 'started', evidence: [{ what: 'the run is awaiting_approval', ref: 'plan-2-0123456789' }] },
  ],
  interrupted: [
    {
      is: 'interrupted',
      evidence: [{ what: 'was closed without a merge', ref: '#31' }],
      start: { is: 'now' },
    },
    {
      is: 'interrupted',
      evidence: [
        { what: 'was merged and reverted', ref: '#31', at: '2030-03-12T09:00:00Z' },
        { what: 'was opened again', ref: '#2', at: '2030-03-12T09:00:00Z' },
      ],
      start: { is: 'answer', asked: 'ann', askedBy: 'maya', since: '2030-03-12T09:00:00Z' },
    },
    {
      is: 'interrupted',
      evidence: [{ what: 'was opened again', ref: '#2', at: '2030-03-12T09:00:00Z' }],
      start: { is: 'now' },
    },
    {
      is: 'interrupted',
      evidence: [
        { what: 'part landed', ref: '4e41bcb', at: '2030-03-10T09:00:00Z' },
        { what: 'was merged into main', ref: '#31', at: '2030-03-10T09:00:00Z' },
        { what: 'was opened again', ref: '#2', at: '2030-03-11T09:00:00Z' },
        { what: 'the run ended already', ref: 'fix-2-0123456789', at: '2030-03-12T09:00:00Z' },
      ],
      start: { is: 'nothing-to-change' },
    },
  ],
  untouched: [
    { is: 'untouched', start: { is: 'now' } },
    { is: 'untouched', start: { is: 'sub-issues' } },
    { is: 'untouched', start: { is: 'undescribed' } },
    { is: 'untouched', start: { is: 'answer', asked: 'maya', askedBy: 'ann', since: '2030-03-12T09:00:00Z' } },
  ],
  unknown: { is: 'unknown', missing: ['pull acme/shop#31', 'issue acme/shop#2 children'] },
});

const questions = every<Question>({
  'parts-dropped': { is: 'parts-dropped' },
  'blocker-dropped': { is: 'blocker-dropped', ref: '#3' },
  external: { is: 'external', what: 'the new API', source: 'text' },
}).flat();

const why = (
  proposal: RationaleContent['proposal'],
  state: RationaleContent['state'],
  band: RationaleContent['band'],
): RationaleContent => ({ proposal, state, band, closeReason: 'sub-issues', waiting: [] });

/** The last issue waits for the first one. */
const waitingOf = (refs: readonly string[]): RationaleContent['waiting'] =>
  refs.map((ref, n) => ({ ref, through: n > 0 && n === refs.length - 1 ? refs[0] : undefined }));

const criteria = every<Criterion>({
  parts: { is: 'parts', refs: ['#3', '#4'] },
  pull: { is: 'pull', ref: '#31' },
  ready: { is: 'ready', ref: '#32' },
  closes: { is: 'closes', issue: '#2' },
  boxes: [
    { is: 'boxes', open: 1 },
    { is: 'boxes', open: 3 },
  ],
}).flat();

const steps = every<Step>({
  over: { is: 'over', ref: '#3' },
  external: { is: 'external', what: 'the new API' },
  approve: { is: 'approve', pull: '#31' },
  answer: { is: 'answer', pull: '#31' },
  green: { is: 'green', pull: '#31', checks: ['test', 'lint'] },
  resolve: { is: 'resolve', pull: '#31' },
  allow: { is: 'allow', pull: '#31' },
  retarget: { is: 'retarget', pull: '#31', base: 'main' },
  'say-closes': { is: 'say-closes', pull: '#31', issue: '#2' },
  ready: { is: 'ready', pull: '#31' },
  choose: { is: 'choose', pulls: ['#31', '#32'] },
  'open-pull': { is: 'open-pull', issue: '#2' },
  begin: { is: 'begin', branch: 'fix/2' },
  'part-begins': { is: 'part-begins', parts: ['#3', '#4'] },
  'parts-end': { is: 'parts-end', parts: ['#3', '#4'] },
}).flat();

const reasons = every<Reason>({
  agent: [
    {
      is: 'agent',
      agent: 'editor',
      command: '/crew fix',
      issues: [
        { ref: '#2', state: 'incomplete' },
        { ref: '#4', state: 'in_progress' },
        { ref: '#5', state: 'incomplete' },
      ],
    },
    { is: 'agent', agent: 'worker', issues: [{ ref: '#2', state: 'incomplete' }] },
  ],
  person: { is: 'person', issues: ['#2', '#3'] },
  'scan-again': { is: 'scan-again', issues: ['#2'] },
  'all-done': { is: 'all-done' },
  'nothing-seen': { is: 'nothing-seen' },
  'no-issues': [
    { is: 'no-issues', label: undefined },
    { is: 'no-issues', label: 'triage' },
  ],
  waits: {
    is: 'waits',
    people: [
      { who: ['ann'], ref: '#2', why: 'work' },
      { who: ['ann'], ref: '#3', why: 'answer' },
      { who: [], ref: '#4', why: 'unblock' },
      { who: [], ref: '#5', why: 'cycle' },
      { who: ['bob'], ref: '#6', why: 'describe' },
      { who: ['maya'], ref: '#7', why: 'say-or-close' },
    ],
  },
  'nobody-can': { is: 'nobody-can', capabilities: ['review-action'] },
  'all-taken': { is: 'all-taken' },
});

const [REVIEW] = advices.flatMap(([of]) => (of.is === 'review' ? [of] : []));
const comment = (advice: Advice) => ({
  ...({ state: 'in_progress', advice, questions: [], waiting: [], also: [], who: [], criteria: [] } as const),
});

/** Of a suggestion for the whole board, the description and the rationale are one text here. */
const facilitateOf = (lang: Language) => {
  const { idle, ...others } = inLanguage(lang, { en, ja });
  return {
    ...others,
    idle: (of: Parameters<typeof idle>[0]) => Object.values(idle(of)).join('\n\n'),
  };
};

export const board: readonly Part[] = [
  part(
    { title: 'Facilitation', file: 'src/workflows/facilitate/messages.en.ts' },
    { en: facilitateOf('en'), ja: facilitateOf('ja') },
    {
      advice: advices,
      comment: [
        ...(REVIEW
          ? [
              [
                {
                  ...comment(REVIEW),
                  ...({
                    state: 'review_pending',
                    waiting: [
                      { ref: '#4', through: undefined },
                      { ref: '#5', through: '#4' },
                    ],
                    also: ['#6'],
                    who: ['ann'],
                  } as const),
                  criteria,
                  questions,
                },
              ] as const,
            ]
          : []),
        [{ ...comment({ is: 'unknown', missing: ['pull acme/shop#31'] }), state: 'unknown', who: ['ann'] }],
        [{ ...comment({ is: 'merge-due', pull: '#31', isAutomatic: false }), who: ['ann'] }],
        [{ ...comment({ is: 'parts-done', parts: ['#3'] }), who: ['ann'] }],
        [{ ...comment({ is: 'close-due', by: ['#31'], mergedAt: undefined }), who: ['ann'] }],
        ...advices.flatMap(([of]) =>
          of.is === 'interrupted' ? [[{ ...comment(of), state: 'incomplete', who: ['ann'] }] as const] : [],
        ),
      ],
      whyNot: [
        ...steps.map((step) => [{ to: 'done', steps: [step] }] as const),
        [{ to: 'incomplete', steps: steps.slice(0, 2) }],
      ],
      evidence: each(SIGN, {
        ...SIGN,
        what: 'the run ended stuck',
        ref: 'fix-2-0123456789',
        at: '2030-03-12T09:00:00Z',
      }),
      unread: each('pull acme/shop#31', 'issue acme/shop#2 children', 'branches of acme/shop', 'runs of acme/shop'),
      nothingFound: each(
        { is: 'now' },
        { is: 'sub-issues' },
        { is: 'undescribed' },
        { is: 'nothing-to-change' },
        { is: 'answer', asked: 'bob', askedBy: 'ann', since: '2030-03-12T09:00:00Z' },
      ),
      idle: each({ needs: 'review', band: 'recommended' }, { needs: 'work', band: 'recommended' }),
      labelMeans: each('ready', 'review', 'stale', 'close-due', 'merge-due', 'blocked', 'attention'),
      label: each(
        { label: 'crew:ready', meaning: 'ready', action: 'add', waitsFor: [] },
        { label: 'crew:ready', meaning: 'ready', action: 'remove', waitsFor: [] },
        { label: 'blocked', meaning: 'blocked', action: 'add', waitsFor: ['#3'] },
      ),
      attention: each({ advice: { is: 'parts-done', parts: ['#3'] }, questions: [], who: ['ann'] }),
      proposal: each(
        { proposal: 'review', issues: ['#2'], pull: '#31', closeReason: 'merged' },
        { proposal: 'continue', issues: ['#2'], closeReason: 'merged' },
        { proposal: 'start', issues: ['#2'], closeReason: 'merged' },
        { proposal: 'close', issues: ['#2'], closeReason: 'merged' },
        { proposal: 'close', issues: ['#2'], closeReason: 'landed' },
        { proposal: 'close', issues: ['#2'], closeReason: 'sub-issues' },
        { proposal: 'merge', issues: ['#2'], pull: '#31', closeReason: 'merged' },
        { proposal: 'unblock', issues: ['#2'], closeReason: 'merged' },
        { proposal: 'scan-again', issues: ['#2'], closeReason: 'merged' },
        { proposal: 'board', issues: ['#2'], closeReason: 'merged' },
      ),
      rationale: each(
        { ...why('start', 'incomplete', 'now'), waiting: waitingOf(['#3', '#4', '#5']), due: '2030-03-20T00:00:00Z' },
        { ...why('start', 'incomplete', 'now'), waiting: waitingOf(['#3', '#4', '#5', '#6']) },
        {
          ...why('review', 'review_pending', 'recommended'),
          waiting: waitingOf(['#3']),
          capability: { name: 'review-action', inferred: false },
        },
        { ...why('continue', 'in_progress', 'possible'), capability: { name: 'issue-action', inferred: true } },
        why('merge', 'done', 'recommended'),
        why('close', 'done', 'recommended'),
        why('unblock', 'blocked', 'recommended'),
        why('scan-again', 'unknown', 'later'),
      ),
      reason: reasons,
      uncallable: each({ agent: 'helper', why: 'no command is named' }),
      unblocked: each<UnblockedContent>(
        { who: ['ann'], ended: ['#2'], isStarted: false },
        { who: [], ended: [], isStarted: true },
      ),
      switched: each('quiet', 'wake'),
    },
  ),
];
