/** The name of a bad setting, and the text after it: what was expected, or why the setting is bad. */
export interface SettingProblem {
  readonly setting: string;
  readonly expected: string;
}

/** The exit code for bad settings (EX_CONFIG of sysexits). */
export const configErrorExitCode = 78;
