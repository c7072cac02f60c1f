/** A storage of files, by key. */
export interface FileProvider {
  /** @throws unavailable */
  save(key: string, bytes: Buffer): Promise<void>
  /** @throws unavailable */
  has(key: string): Promise<boolean>
  /** Succeeds if the file does not exist. @throws unavailable */
  remove(key: string): Promise<void>
  /** @param origin the gateway's, as in the request */
  urlOf(key: string, origin: string): string
  /**
   * The URL to which a client may upload a file itself within a quarter of an hour, with exactly this type and size. Absent:
   * files are uploaded through the gateway.
   */
  uploadUrlOf?(key: string, file: { type: string; size: number }): Promise<string>
  /** The bytes, read on demand. @returns undefined if there is no such file @throws unavailable */
  open(key: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Absent: the gateway does not serve the files. @returns undefined if there is no such file */
  read?(key: string): Promise<Buffer | undefined>
}
