export function bundleWithPackages(entry: string, folder: string, name: string): Promise<string[]>
