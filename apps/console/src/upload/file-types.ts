/** Formats in which values can be restored in place, as a file field accepts them. */
export const RESTORED_TYPES =
  '.docx,.xlsx,.pptx,.odt,.ods,.odp,.txt,.md,.csv,.tsv,.html,.json,.xml,.yaml,.yml,.rtf,.eml,.zip';

export const FILE_TYPES = `${RESTORED_TYPES},.msg,.pdf,.png,.jpg,.jpeg`;
