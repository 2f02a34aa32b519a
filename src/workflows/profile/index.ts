// `/crew profile` and `/crew forget` show and delete what crew has learned. They answer at once, without a run (instant.ts). `retrospect`
// shows the same profile after an approval. Specification: parent-session, "Aggregate Profile Review" and "Right-to-Forget Workflow".

import {
  entitiesNamed,
  type Forgotten,
  forgetAll,
  forgetOne,
  forgetPreferences,
  withoutWords,
} from '../../memory/forget.js';
import { preferencesOf } from '../../memory/preferences/entities.js';
import { stalePreferences } from '../../memory/preferences/rules.js';
import { CLUSTERS, type PreferenceState } from '../../memory/preferences/state.js';
import { type MemoryServices, serverOf } from '../../memory/services.js';
import { rejectAfter } from '../../memory/within-limits.js';
import type { Services } from '../../runs/services.js';
import { inLanguage, type Language } from '../../text/lang/index.js';
import { en, type Messages, type ShownIn } from './messages.en.js';
import { ja } from './messages.ja.js';

/** The profile: each preference in one line, by cluster, and the commands for it. */
export function profileText({ preferences }: PreferenceState, shownIn: ShownIn, lang: Language): string {
  const say = inLanguage(lang, { en, ja });
  const clusters = CLUSTERS.map((cluster) => {
    const own = preferences.filter((each) => each.cluster === cluster).map(say.line);
    return `**${say.cluster(cluster)}**:${own.length === 0 ? ' –' : `\n${own.join('\n')}`}`;
  });
  return [say.title(preferences.length), say.purpose, ...clusters, say.options(shownIn)].join('\n\n');
}

interface ProfileContext {
  readonly memory: MemoryServices;
  readonly services: Services;
  readonly say: Messages;
  readonly shownIn: ShownIn;
  readonly lang: Language;
}

/** The command. `forget` without an entry deletes everything. */
export type ProfileCommand =
  | { readonly name: 'profile'; readonly what: 'keep' | 'review' | 'clear' }
  | { readonly name: 'forget'; readonly entry: string | undefined };

/** Carries out the command and returns the answer. */
export async function profileAnswer(command: ProfileCommand, shownIn: ShownIn, services: Services): Promise<string> {
  const { lang } = await services.settings();
  const say = inLanguage(lang, { en, ja });
  const { memory } = services;
  if (!memory) return say.noMemory;
  const ctx: ProfileContext = { memory, services, say, shownIn, lang };
  if (command.name === 'forget')
    return command.entry === undefined ? forgetEverything(ctx) : forgetEntry(command.entry, ctx);
  if (command.what === 'clear') return clearPreferences(ctx);
  const state = preferencesOf(await memory.store.read());
  if (state.preferences.length === 0) return say.nothing;
  if (command.what === 'keep') return `${say.kept(state.preferences.length)}\n\n${profileText(state, shownIn, lang)}`;
  const stale = new Set(stalePreferences(state, services.clock.now()).map(({ name }) => name));
  return state.preferences.map((each) => say.one(each, { isStale: stale.has(each.name), shownIn })).join('\n\n');
}

async function clearPreferences(ctx: ProfileContext): Promise<string> {
  const { names } = await forget(ctx, forgetPreferences);
  return ctx.services.dryRun ? ctx.say.dryRun(names) : ctx.say.cleared(names.length);
}

async function forgetEverything(ctx: ProfileContext): Promise<string> {
  const { names } = await forget(ctx, forgetAll);
  if (ctx.services.dryRun) return ctx.say.dryRun(names);
  const preferences = names.filter((name) => name.startsWith('lp:')).length;
  return ctx.say.forgottenAll(preferences, names.length - preferences);
}

async function forgetEntry(name: string, ctx: ProfileContext): Promise<string> {
  const { memory, services, say } = ctx;
  const names = entitiesNamed(await memory.store.read(), name);
  const [first] = names;
  if (first === undefined) return forgetAtServer(name, ctx);
  if (names.length > 1) return say.several(names);
  const forgotten = await forget(ctx, (graph) => forgetOne(graph, first));
  return services.dryRun ? say.dryRun(forgotten.names) : say.forgotten(forgotten.names);
}

type Graph = Parameters<typeof forgetAll>[0];

/**
 * Deletes the words of the forgotten entities from the run records, then the entities from the memory. After an interruption the same call
 * finishes the deletion. A dry run only returns what it would delete.
 */
async function forget({ memory, services }: ProfileContext, change: (graph: Graph) => Forgotten): Promise<Forgotten> {
  if (services.dryRun) return change(await memory.store.read());
  const { words } = change(await memory.store.read());
  // Run records first: after an entity is deleted, its words are no longer known.
  if (words.length > 0) await memory.scrub((text) => withoutWords(text, words));
  return memory.store.update((graph) => {
    const forgotten = change(graph);
    return { graph: forgotten.graph, value: forgotten };
  });
}

/** Deletes an entity that only the configured memory server has. */
async function forgetAtServer(name: string, { memory, services, say }: ProfileContext): Promise<string> {
  const { config } = await services.settings();
  const server = serverOf(memory, config);
  if (!server) return say.unknown(name);
  try {
    const { entities } = await rejectAfter(() => server.memory.openNodes([name]));
    if (!entities.some((each) => each.name === name)) return say.unknown(name);
    if (services.dryRun) return say.dryRun([name]);
    await rejectAfter(() => server.memory.deleteEntities([name]));
    const words = entities.filter((each) => each.name === name).flatMap((each) => [each.name, ...each.observations]);
    await memory.scrub((text) => withoutWords(text, words));
    return say.forgotten([name]);
  } catch {
    return say.serverGone(server.name);
  }
}
