// Creates labels and adds them to issues and pull requests. Used by acts/issues.ts, REST, GraphQL, the pages, seeds, and the package's
// src/index.ts.

import { nodeId } from '../ids.js';
import type { Label, Repository, Thread } from '../state.js';
import { type Act, stamp } from '../world.js';
import { addTimelineEvent, emit, emitThread } from './emit.js';

type LabelDraft = { readonly name: string; readonly color?: string; readonly description?: string | null };

/** The color of labels that are created by adding them to an issue. */
const DEFAULT_COLOR = 'ededed';

/** Finds a label by name, ignoring case. */
export function findLabel(repository: Repository, name: string): Label | undefined {
  return repository.labels.find((label) => label.name.toLowerCase() === name.toLowerCase());
}

/** Creates a label. */
export function createLabel(act: Act, { repository, draft }: { repository: Repository; draft: LabelDraft }): Label {
  const label = buildLabel(act, { repository, draft });
  const event = { name: 'label', action: 'created', subjects: { label } };
  emit(act, { repository, kind: 'label.created', subject: label.name, event });
  return label;
}

/** Creates a label without events; for seeds, and for labels created by use. */
export function buildLabel(
  { world }: Pick<Act, 'world'>,
  { repository, draft }: { repository: Repository; draft: LabelDraft },
): Label {
  const id = world.ids.next();
  const label: Label = {
    kind: 'Label',
    id,
    nodeId: nodeId('LA', id),
    repository,
    createdAt: stamp(world),
    name: draft.name,
    color: draft.color ?? DEFAULT_COLOR,
    description: draft.description ?? null,
  };
  repository.labels.push(label);
  world.state.nodes.set(label.nodeId, label);
  return label;
}

/** Changes a label. */
export function editLabel(act: Act, { label, change }: { label: Label; change: Partial<LabelDraft> }): void {
  const before = label.name;
  label.name = change.name ?? label.name;
  label.color = change.color ?? label.color;
  label.description = change.description === undefined ? label.description : change.description;
  const event = { name: 'label', action: 'edited', subjects: { label } };
  emit(act, { repository: label.repository, kind: 'label.edited', subject: label.name, detail: { before }, event });
}

/** Deletes a label and removes it from all issues. */
export function deleteLabel(act: Act, label: Label): void {
  const { repository } = label;
  repository.labels.splice(repository.labels.indexOf(label), 1);
  act.world.state.nodes.delete(label.nodeId);
  for (const issue of repository.threadsByNumber.values()) issue.labels = issue.labels.filter((one) => one !== label);
  const event = { name: 'label', action: 'deleted', subjects: { label } };
  emit(act, { repository, kind: 'label.deleted', subject: label.name, event });
}

/** Adds labels to an issue, creating missing ones. Labels that it already has emit nothing. */
export function addLabels(act: Act, { issue, names }: { issue: Thread; names: readonly string[] }): void {
  for (const name of names) {
    const label =
      findLabel(issue.repository, name) ?? createLabel(act, { repository: issue.repository, draft: { name } });
    if (issue.labels.includes(label)) continue;
    issue.labels = [...issue.labels, label];
    recordLabelChange(act, issue, { label, action: 'labeled', kind: 'label.added' });
  }
}

/** Removes a label from an issue. */
export function removeLabel(act: Act, { issue, label }: { issue: Thread; label: Label }): void {
  issue.labels = issue.labels.filter((one) => one !== label);
  recordLabelChange(act, issue, { label, action: 'unlabeled', kind: 'label.removed' });
}

/** Sets the labels of an issue to exactly these. */
export function setLabels(act: Act, { issue, names }: { issue: Thread; names: readonly string[] }): void {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  for (const label of issue.labels) if (!wanted.has(label.name.toLowerCase())) removeLabel(act, { issue, label });
  addLabels(act, { issue, names });
}

type LabelChange = { readonly label: Label; readonly action: 'labeled' | 'unlabeled'; readonly kind: string };

function recordLabelChange(act: Act, issue: Thread, { label, action, kind }: LabelChange): void {
  addTimelineEvent(act, issue, { kind: action === 'labeled' ? 'LabeledEvent' : 'UnlabeledEvent', label });
  emitThread(act, issue, { kind, action, detail: { label: label.name }, label });
}
