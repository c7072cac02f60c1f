/** This provider moves no money outside of this system: its records are all that happens. */
export const OWN_PROVIDER = 'pp_system_default'
