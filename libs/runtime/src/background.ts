/** Background work of a process: sweeps, watchers, relays. */
export interface Background {
  stop(): Promise<void> | void
}
