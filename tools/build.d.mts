export function bundleService(folder: string): Promise<void>
export function endBundler(): Promise<void>
