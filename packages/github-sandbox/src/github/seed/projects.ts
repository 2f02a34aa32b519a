// Creates the boards of a seed. Used by seed.ts.

import { addTimelineEvent } from '../acts/emit.js';
import { buildItem, writeField } from '../acts/projects.js';
import { addAccount } from '../add-account.js';
import { nodeId } from '../ids.js';
import type { Account, DraftIssue, Project, ProjectField, ProjectItem } from '../state.js';
import { repositoryNamed } from '../token-for.js';
import { stamp, type World } from '../world.js';
import { actAt } from './accounts.js';
import { threadAt } from './find.js';
import type { ItemSeed, ProjectSeed } from './shape.js';

const DEFAULT_COLUMNS = ['Todo', 'In Progress', 'Done'];

/** Creates a board with its cards. */
export function addProject(world: World, seed: ProjectSeed): Project {
  const owner = addAccount(world, { login: seed.owner });
  const act = actAt(world, { by: owner, at: seed.createdAt });
  const id = world.ids.next();
  const own = world.state.projects.filter((one) => one.owner === owner);
  const project: Project = {
    kind: 'ProjectV2',
    id,
    nodeId: nodeId('PVT', id),
    owner,
    number: seed.number ?? own.length + 1,
    public: seed.public ?? false,
    title: seed.title,
    closed: false,
    creator: owner,
    createdAt: act.at,
    updatedAt: stamp(world),
    repositories: new Set((seed.repositories ?? []).map((name) => repositoryNamed(world, name).nodeId)),
    fields: fieldsOf(world, seed),
    items: [],
  };
  world.state.projects.push(project);
  world.state.nodes.set(project.nodeId, project);
  for (const item of seed.items ?? []) addItem(world, { project, seed: item });
  return project;
}

function fieldsOf(world: World, seed: ProjectSeed): ProjectField[] {
  const used = (seed.items ?? []).flatMap(({ status }) =>
    status === undefined ? [] : [typeof status === 'string' ? status : status.name],
  );
  const statuses = [...new Set([...(seed.statuses ?? DEFAULT_COLUMNS), ...used])];
  const fields = [{ name: 'Status', type: 'SINGLE_SELECT' as const, options: statuses }, ...(seed.fields ?? [])];
  return fields.map(({ name, type, options = [] }) => ({
    id: nodeId('PVTF', world.ids.next()),
    name,
    type,
    options: options.map((option) => ({ id: world.ids.next().toString(16).padStart(8, '0'), name: option })),
  }));
}

function addItem(world: World, { project, seed }: { project: Project; seed: ItemSeed }): void {
  const by = seed.by === undefined ? project.owner : addAccount(world, { login: seed.by });
  const act = actAt(world, { by, at: seed.at ?? project.createdAt });
  const content =
    typeof seed.of === 'string' ? threadAt(world, { ref: seed.of }) : draftOf(world, { by, seed, at: act.at });
  const item = buildItem(act, { project, content });
  item.archived = seed.archived ?? false;
  if (content.kind !== 'DraftIssue') {
    addTimelineEvent(act, content, { kind: 'AddedToProjectV2Event', project: project.nodeId, wasAutomated: false });
  }
  for (const [field, value] of Object.entries(seed.values ?? {})) writeField(act, { item, field, value });
  if (seed.status !== undefined) setStatus(world, { item, by, at: act.at, status: seed.status });
}

type Status = { item: ProjectItem; by: Account; at: string; status: NonNullable<ItemSeed['status']> };

function setStatus(world: World, { item, by, at, status }: Status): void {
  const { name, from = '', automated = false, ...change } = typeof status === 'string' ? { name: status } : status;
  const mover = change.by === undefined ? by : addAccount(world, { login: change.by });
  const act = actAt(world, { by: mover, at: change.at ?? at });
  writeField(act, { item, field: 'Status', value: name });
  if (item.content.kind === 'DraftIssue') return;
  addTimelineEvent(act, item.content, {
    kind: 'ProjectV2ItemStatusChangedEvent',
    project: item.project.nodeId,
    previousStatus: from,
    status: name,
    wasAutomated: automated,
  });
}

function draftOf(world: World, { by, seed, at }: { by: Account; seed: ItemSeed; at: string }): DraftIssue {
  const { title, body = '' } = typeof seed.of === 'string' ? { title: seed.of } : seed.of;
  const id = world.ids.next();
  const draft: DraftIssue = {
    kind: 'DraftIssue',
    id,
    nodeId: nodeId('DI', id),
    title,
    body,
    creator: by,
    createdAt: at,
  };
  world.state.nodes.set(draft.nodeId, draft);
  return draft;
}
