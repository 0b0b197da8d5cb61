/** Variables by name, from the operating system or a `.env` file. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the value of a variable without spaces around it; empty if it is not set. */
export const textOf = (env: Environment, name: string): string => (env[name] ?? '').trim();

/** Whether a variable has a value that is not blank. */
export const isSet = (env: Environment, name: string): boolean => textOf(env, name) !== '';
