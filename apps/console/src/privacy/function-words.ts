/** `npm run docs:generate` writes this file: the words by which the service guesses the language of a text. */
export const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  en: 'a and are as at by for from her his is it its my of on or our that the their this to under with your',
  de: 'auf aus bei beim das dem den der des ein eine einem einen einer eines für ich im ins ist mit nach nicht sein seine seiner sich sie über um und unter vom von vor wie zu zum zur zwischen',
  fr: 'au aussi aux avec ces cette chez dans du elle est été être les leur mes notre nous ont où pas pour qui sans ses sont sur très une vos votre vous',
  es: 'al como cuando del desde donde el entre esta está están este fue había han hasta hay las los más muy para pero por porque ser sin sobre su sus también unas unos usted y',
  it: 'alla anche che come cosa dalla degli dei della delle di dopo è essere gli ha ho il io lei loro nel nella noi non per più prima questa questo sono stato sul sulla suo voi',
  nl: 'aan als bij dan dat deze door een hebben heeft het ik je kan maar met naar niet nog om ook op uit uw van voor wel wij worden wordt zijn',
  pl: 'ale być czy dla jak jego jej jest już która które który mam może nie od oraz pan pani po proszę przez przy są się tego tylko wam we ze że',
  pt: 'ao aos após até com dos ela ele em estou foi há isso já muito não nós num numa obrigada obrigado os pela pelo são sem seu também uma você',
};
