import type { CompanyWords, PlaceWords } from '../../language-words';

export const ENGLISH_COMPANIES: CompanyWords = {
  forms:
    'Inc\\.?;Incorporated;Ltd\\.?;Limited;LLC;L\\.L\\.C\\.;LLP;L\\.P\\.;LP;plc;PLC;Corp\\.?;Corporation;Pty\\.? Ltd\\.?;Pty;CIC;P\\.C\\.;PLLC;& Co\\.?;& Sons?;& Partners;& Associates;& Bros\\.?',
  heads:
    'University of;University College;Bank of;Ministry of;Department of;College of;Institute of;School of;Church of;Society of;Royal College of;Court of;Office of the;District Court of;Council of;Federation of;Association of;Academy of;Port of;City of;County of',
  tails:
    'University;Hospital;College;Academy;Infirmary;Bank;Council;Police;Primary School;High School;Secondary School;Grammar School;School;Medical Centre;Medical Center;Dental Group;Surgery;Clinic;Foundation;Institute;Society;Association;Trust;Building Society;Solicitors;Consulting;Consultants;Group;Holdings;Partners;Associates;Airlines;Airways;Insurance;Logistics;Motors;Brewery;Hospice;Pharmacy;Fire Department;Police Department;County Court;Crown Court;Magistrates\' Court;Football Club;Rugby Club;Church;Library;Museum',
  elsewhere: 'in;at;on;and;or;for;with',
  within:
    'of;and;the;for;&;\\+;de;at',
  articles:
    'the a an at of to by from for with and our your my their his her its',
};

export const ENGLISH_PLACES: PlaceWords = { leading: 'in near' };
