import type { LetterWords } from '../../language-words';

export const ENGLISH_LETTERS: LetterWords = {
  greetings: '[Dd]ear;DEAR;[Hh]i;[Hh]ello;[Hh]ey;[Gg]ood (?:morning|afternoon|evening|day);[Gg]reetings',
  furtherGreetings: 'dear',
  lowerGreetings: 'hi;hey;hello;dear',
  closings:
    '(?:[Ww]ith )?(?:[Kk]ind|[Bb]est|[Ww]arm|[Ww]armest|[Kk]indest)(?: (?:[Rr]egards|[Ww]ishes));' +
    '[Rr]egards;[Rr]gds;[Bb]est;[Ss]incerely(?: yours)?;' +
    '[Yy]ours(?: (?:sincerely|truly|faithfully|ever))?;[Cc]heers;' +
    '[Tt]hanks(?: (?:again|so much|a lot|in advance|and (?:best |kind )?regards))?;[Mm]any thanks;' +
    '[Tt]hank [Yy]ou(?: (?:again|so much|very much|in advance))?;[Ll]ove;[Tt]ake care;[Cc]ordially;' +
    '[Rr]espectfully(?: yours)?;[Ww]ith (?:love|appreciation|gratitude)',
  shortClosings: 'Best regards;Kind regards;Regards;Cheers;Sincerely;Yours',
  introductions:
    "my (?:full |first |last |real )?name(?:'s|’s| is);" +
    "(?:his|her|their|the (?:patient|customer|client)(?:'s|’s)?) (?:full |first |last )?name is;" +
    'i am (?:called|named);they call me',
  possibleIntroductions:
    "[Ii]['’]m;[Ii] am;[Tt]his is;[Ii]t['’]s;[Ss]peaking with;[Mm]eet;" +
    '[Mm]y (?:wife|husband|son|daughter|boss|manager|friend|colleague|brother|sister|neighbou?r|partner|lawyer|doctor)',
  mailHeaders: 'from;to;cc;bcc;sent by;reply-to;forwarded by',
  personLabels:
    '(?:[Ff]ull|[Ff]irst|[Ll]ast|[Mm]iddle|[Cc]ustomer|[Cc]ontact|[Pp]atient|[Cc]lient|[Ee]mployee|[Uu]ser|[Gg]iven|[Ff]amily)[ _-]?[Nn]ames?;' +
    '[Ss]urname;[Nn]ame;NAME;[Aa]uthor;[Cc]ontact;[Ee]mployee;[Cc]ustomer;[Ss]igned(?: by)?;' +
    '[Mm]anager;[Ss]upervisor;[Aa]ttendees?;[Pp]articipants?;c/o;[Aa]ttn\\.?',
};
