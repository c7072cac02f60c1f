/** Where files are kept, by their keys. */
export interface FileProvider {
  /** @throws unavailable */
  save(key: string, bytes: Buffer): Promise<void>
  /** @throws unavailable */
  has(key: string): Promise<boolean>
  /** Removing a file that does not exist succeeds. @throws unavailable */
  remove(key: string): Promise<void>
  /** @param origin the gateway's, from the request */
  urlOf(key: string, origin: string): string
  /**
   * Where a client may put a file itself, for a quarter of an hour: of this type, as it sends it, and size alone.
   * Absent: the gateway takes it.
   */
  uploadUrlOf?(key: string, file: { type: string; size: number }): Promise<string>
  /** The bytes as they are wanted. @returns undefined for one that is not there @throws unavailable */
  open(key: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Absent: others serve the files. @returns undefined for one that is not there */
  read?(key: string): Promise<Buffer | undefined>
}
