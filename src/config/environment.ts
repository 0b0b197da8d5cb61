/** Variables by name, as the operating system or a `.env` file gives them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The text of a variable without blanks around it; empty where it is not set. */
export const textOf = (env: Environment, name: string): string => (env[name] ?? '').trim();

/** Whether a variable has a value; a blank one counts as not set. */
export const isSet = (env: Environment, name: string): boolean => textOf(env, name) !== '';
