/** With it nothing moves outside of this system: what it records is what happened. */
export const OWN_PROVIDER = 'pp_system_default'
