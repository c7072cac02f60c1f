const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether the `hostname` of a URL is this machine, judged by its name alone. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)
