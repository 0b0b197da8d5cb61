/** Whether a string is empty, or white space only. */
export const isBlank = (text: string): boolean => text.trim() === '';
