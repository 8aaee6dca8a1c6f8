const SYSTEM =
  /^(?:root|git|admin|administrator|guest|anonymous|nobody|daemon|system|postgres|mysql|redis|www-data|nginx|ubuntu|debian|runner|node)$/i;
const FILE =
  /\.(?:[cm]?[jt]sx?|py|java|json|ya?ml|html?|css|md|txt|log|conf|sh|sql|xml|csv|png|jpe?g|pdf|exe|dll|go|rs|rb|php|com|org|net|de|io)$/i;

/** Returns whether a login is a default account of a system: "root", "postgres". */
export const isSystemLogin = (login: string): boolean => SYSTEM.test(login);

/** Returns whether an apparent login is the name of a file or a host. */
export const isFileName = (written: string): boolean => FILE.test(written);
