export function bundleService(folder: string): Promise<void>
export function createBundler(
  folder: string,
  name: string,
): Promise<{ file: string; packages: () => string[]; bundle: () => Promise<boolean> }>
export function endBundler(): Promise<void>
