/** A place outside of the machine where unfinished work is left while it goes on, so that a machine that is lost takes none of it along. */
export interface Checkpoint {
  /**
   * True when this very document stands there, whole. It never throws, and false is no reason to stop working: it was too early for another
   * one, or it could not be done, which the log says. `last`: the machine is being taken away, so at once, within five seconds or not at all.
   */
  leave(document: Uint8Array, how?: { readonly last?: boolean }): Promise<boolean>;
}
