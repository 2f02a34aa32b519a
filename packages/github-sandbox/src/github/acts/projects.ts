// Changes the cards of boards. Used by the pages, seeds, and the package's src/index.ts.

import { nodeId } from '../ids.js';
import { fullName, type Project, type ProjectItem, type Thread } from '../state.js';
import { type Act, stamp } from '../world.js';
import { addTimelineEvent } from './emit.js';

type Card = { readonly item: ProjectItem };

/** Adds an issue, pull request or draft to a board; returns the existing card if there is one. */
export function addItem(
  act: Act,
  { project, content }: { project: Project; content: ProjectItem['content'] },
): ProjectItem {
  const existing = project.items.find((item) => item.content === content);
  if (existing !== undefined) return existing;
  const item = buildItem(act, { project, content });
  if (content.kind !== 'DraftIssue') {
    addTimelineEvent(act, content, { kind: 'AddedToProjectV2Event', project: project.nodeId, wasAutomated: false });
  }
  record(act, { item, verb: 'added' });
  return item;
}

/** Creates a card without events; used by seeds. */
export function buildItem(
  { world, by }: Act,
  { project, content }: { project: Project; content: ProjectItem['content'] },
): ProjectItem {
  const id = world.ids.next();
  const at = stamp(world);
  const item: ProjectItem = {
    kind: 'ProjectV2Item',
    id,
    nodeId: nodeId('PVTI', id),
    project,
    content,
    creator: by.account,
    createdAt: at,
    values: new Map(),
    archived: false,
    updatedAt: at,
  };
  project.items.push(item);
  if (content.kind !== 'DraftIssue') content.cards.add(item.nodeId);
  world.state.nodes.set(item.nodeId, item);
  return item;
}

/**
 * Sets a field of a card; null clears it. Changes of Status are added to the timeline. `automated`: a workflow of the board changed it,
 * not a person.
 */
export function setField(
  act: Act,
  { item, field, value, automated = false }: Card & { field: string; value: string | null; automated?: boolean },
): void {
  const before = item.values.get(field)?.value ?? '';
  if (before === (value ?? '')) return;
  writeField(act, { item, field, value });
  if (field === 'Status' && item.content.kind !== 'DraftIssue') {
    addTimelineEvent(act, item.content, {
      kind: 'ProjectV2ItemStatusChangedEvent',
      project: item.project.nodeId,
      previousStatus: before,
      status: value ?? '',
      wasAutomated: automated,
    });
  }
  record(act, { item, verb: 'changed', detail: { field, before, value } });
}

/** Sets a field without events; used by seeds. */
export function writeField(
  { world, by }: Act,
  { item, field, value }: Card & { field: string; value: string | null },
): void {
  const at = stamp(world);
  const known = item.values.get(field);
  if (value === null) item.values.delete(field);
  else {
    const id = known?.id ?? nodeId('PVTFV', world.ids.next());
    item.values.set(field, { id, value, by: by.account, createdAt: known?.createdAt ?? at, updatedAt: at });
  }
  item.updatedAt = at;
}

/** Archives or restores a card. */
export function setArchived(act: Act, { item, archived }: Card & { archived: boolean }): void {
  if (item.archived === archived) return;
  item.archived = archived;
  item.updatedAt = stamp(act.world);
  record(act, { item, verb: archived ? 'archived' : 'restored' });
}

/** Removes a card from its board. */
export function deleteItem(act: Act, { item }: Card): void {
  const { items } = item.project;
  items.splice(items.indexOf(item), 1);
  act.world.state.nodes.delete(item.nodeId);
  if (item.content.kind !== 'DraftIssue') {
    item.content.cards.delete(item.nodeId);
    addTimelineEvent(act, item.content, {
      kind: 'RemovedFromProjectV2Event',
      project: item.project.nodeId,
      wasAutomated: false,
    });
  }
  record(act, { item, verb: 'removed' });
}

/** Boards send no repository events, but every change is recorded as an effect. */
function record(
  act: Act,
  { item, verb, detail = {} }: Card & { verb: string; detail?: { readonly [name: string]: unknown } },
): void {
  const { project, content } = item;
  project.updatedAt = stamp(act.world);
  act.world.effects.record({
    actor: act.by.account.login,
    kind: `card.${verb}`,
    repo: content.kind === 'DraftIssue' ? project.owner.login : fullName(content.repository),
    subject: content.kind === 'DraftIssue' ? content.title : subjectOf(content),
    detail: { project: project.number, ...detail },
  });
}

const subjectOf = ({ number }: Thread): string => `#${number}`;
