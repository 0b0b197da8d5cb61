/** Returns the options that Node was started with: on the command line and in the environment. */
export const nodeOptions = (): string => [...process.execArgv, process.env['NODE_OPTIONS']].join(' ');
