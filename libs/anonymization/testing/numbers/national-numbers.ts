import type { EntityType } from '../../src/kinds/entity-type';

/** Numbers of one kind in one country, in texts that mark them. All are invented; their check digits are computed. */
export interface NationalNumbers {
  name: string;
  /** `IdNumbers` if it is absent */
  type?: EntityType;
  /** Texts with the words that announce the number */
  announced: readonly string[];
  /** Texts without such a word: the number has a shape and check digits of its own */
  alone?: readonly string[];
  /** Texts that look similar and stay: a wrong check digit, a count, the word without a number */
  left?: readonly string[];
}

export const NATIONAL_NUMBERS: Readonly<Record<string, readonly NationalNumbers[]>> = {
  Germany: [
    {
      name: 'Steuer-ID',
      announced: [
        'Meine Steuer-ID lautet ⟦47 036 892 146⟧.',
        'steuerliche IdNr.: ⟦47036892146⟧',
        'IdNr ⟦47036892146⟧, Steuerklasse IV',
        'my German tax ID is ⟦47036892146⟧',
        'Steuerliche Identifikationsnummer: ⟦47/036/892/146⟧',
      ],
      left: ['Zeile 47036892147', 'Die Steuer-ID kommt 2026 per Post', 'der Posten 47036892147 fehlt'],
    },
    {
      name: 'Steuernummer',
      announced: [
        'Steuernummer ⟦21/815/08150⟧',
        'St.-Nr. ⟦181/815/08155⟧',
        'unter StNr ⟦5133081508159⟧ beim Finanzamt',
      ],
      left: ['Seite 21/815/08150', 'Nummer 3/4 der Steuererklärung'],
    },
    {
      name: 'Rentenversicherungsnummer',
      announced: [
        'Rentenversicherungsnummer ⟦15 070685 K 380⟧',
        'RVNR: ⟦15070685K380⟧',
        'Sozialversicherungsnummer (SVNR) ⟦15 070685 K 380⟧',
        'VSNR ⟦15070685K380⟧',
      ],
      alone: ['Lohnabrechnung ⟦15070685K380⟧ Mai', 'für ⟦15 070685 K 380⟧ gemeldet'],
      left: ['Bauteil 15070685K381', 'Charge 99 123456 Q 100'],
    },
    {
      name: 'Krankenversichertennummer',
      announced: [
        'KVNR ⟦A551505874⟧',
        'Versichertennummer: ⟦A 551 505 874⟧',
        'bei der AOK, ⟦A551505874⟧',
        'Versicherten-Nr. der eGK: ⟦A551505874⟧',
      ],
      left: ['Bauteil A551505875', 'Modell A551505874'],
    },
    {
      name: 'LANR, BSNR, IK',
      type: 'References',
      announced: [
        'BSNR ⟦382646288⟧',
        'Betriebsstättennummer: ⟦382646288⟧',
        'IK-Nummer ⟦261440242⟧',
        'Institutionskennzeichen ⟦261440242⟧',
        'Arztregisternummer ⟦48213⟧',
      ],
      left: ['Charge 706589001'],
    },
    {
      name: 'Lebenslange Arztnummer',
      announced: ['LANR ⟦706589001⟧', 'Arztnummer: ⟦706589001⟧'],
    },
    {
      name: 'Ausweise',
      announced: [
        'Personalausweisnummer ⟦L01X00T471⟧',
        'Ausweis-Nr.: ⟦L01X00T47⟧',
        'Reisepass ⟦C01X00T47⟧',
        'Führerscheinnummer ⟦B072RRE2I55⟧',
        'Aufenthaltstitel Nr. ⟦Y0A0H4T12⟧',
      ],
      left: ['Der Ausweis gilt bis 2031', 'Reisepass verloren am 12.03.2025'],
    },
    {
      name: 'Umsatzsteuer-Identifikationsnummer',
      announced: ['USt-IdNr. ⟦DE197514028⟧', 'Wirtschafts-IdNr.: ⟦DE197514028-00001⟧'],
      alone: ['Müller, ⟦DE197514028⟧'],
      left: ['Artikel DE197514029', 'USt 19 %'],
    },
  ],
  Austria: [
    {
      name: 'Sozialversicherungsnummer',
      announced: [
        'SVNR ⟦4527 150791⟧',
        'SV-Nr.: ⟦4527150791⟧',
        'Sozialversicherungsnummer ⟦4527/150791⟧',
        'meine Versicherungsnummer ist ⟦4527 15 07 91⟧',
        'e-card ⟦4527150791⟧',
        'VSNR.: ⟦4527 150791⟧ (ÖGK)',
      ],
      left: ['Bestand 4527 150791', 'Rechnung über 4528 150791 Stück'],
    },
    {
      name: 'Steuernummer, UID',
      announced: [
        'Steuernummer ⟦12-601/8159⟧',
        'Abgabenkontonummer ⟦12 601/8159⟧',
        'UID ⟦ATU90830165⟧',
        'UID-Nr.: ⟦ATU 90830165⟧',
      ],
      alone: ['Gruber ⟦ATU90830165⟧'],
      left: ['Modell ATU90830166'],
    },
    {
      name: 'ZMR, bPK, Arzt',
      type: 'References',
      announced: ['ÖÄK-Arztnummer ⟦58213⟧', 'Vertragspartnernummer ⟦482137⟧'],
    },
  ],
  Switzerland: [
    {
      name: 'AHV-Nummer',
      announced: [
        'AHV-Nr. ⟦756.6131.8609.11⟧',
        'AHVN13: ⟦7566131860911⟧',
        'Sozialversicherungsnummer ⟦756 6131 8609 11⟧',
        'numéro AVS ⟦756.6131.8609.11⟧',
        'NAVS13 ⟦7566131860911⟧',
        'numero AVS ⟦756.6131.8609.11⟧',
        'alte AHV-Nummer ⟦123.45.678.113⟧',
      ],
      alone: ['Lohnausweis ⟦756.6131.8609.11⟧', 'Keller ⟦7566131860911⟧'],
      left: ['EAN 7566131860912', 'Betrag 756.61'],
    },
    {
      name: 'UID',
      announced: [
        'UID ⟦CHE-948.219.932⟧',
        'MWST-Nr. ⟦CHE-948.219.932⟧ MWST',
        'IDE ⟦CHE-948.219.932⟧',
        'IDI ⟦CHE-948.219.932⟧',
      ],
      alone: ['Inhaber ⟦CHE-948.219.932⟧'],
      left: ['CHE-948.219.933', 'UID:9f41c-7720-b'],
    },
    {
      name: 'ZSR, GLN, Versichertenkarte',
      type: 'References',
      announced: ['ZSR-Nr. ⟦H123456⟧', 'GLN ⟦7601390996039⟧', 'RCC ⟦H123456⟧', 'ZSR: ⟦K 1234.56⟧'],
    },
    {
      name: 'Versichertenkarte, ZEMIS',
      announced: [
        'Versichertenkarte Nr. ⟦80756001234567890123⟧',
        'ZEMIS-Nr. ⟦12345678.9⟧',
        'Kennnummer der Versichertenkarte: ⟦80756001234567890123⟧',
      ],
    },
  ],
  France: [
    {
      name: 'NIR',
      announced: [
        'numéro de sécurité sociale : ⟦1 84 03 75 116 023 54⟧',
        'NIR ⟦184037511602354⟧',
        'n° sécu ⟦1 84 03 75 116 023 54⟧',
        'INSEE n° ⟦1 84 03 75 116 023⟧',
        'INS : ⟦184037511602354⟧',
      ],
      alone: ['dossier de ⟦2 91 06 2A 004 117 25⟧', 'assuré ⟦184037511602354⟧'],
      left: ['lot 184037511602355'],
    },
    {
      name: 'Numéro fiscal',
      announced: [
        'numéro fiscal : ⟦3018625276086⟧',
        'SPI ⟦30 18 625 276 086⟧',
        'identifiant fiscal ⟦3018625276086⟧',
        'n° fiscal de référence ⟦3018625276086⟧',
      ],
      left: ['ligne 3018625276086'],
    },
    {
      name: 'RPPS, ADELI, FINESS',
      type: 'References',
      announced: [
        'RPPS ⟦10937865797⟧',
        'n° RPPS : ⟦10937865797⟧',
        'N° ADELI ⟦759312345⟧',
        'FINESS ⟦750712184⟧',
        'numéro AM ⟦751234567⟧',
      ],
      left: ['ligne 10937865797'],
    },
    {
      name: 'SIREN, SIRET, TVA',
      announced: [
        'SIRET ⟦754 323 194 00011⟧',
        'SIRET : ⟦75432319400011⟧',
        'SIREN ⟦754 323 194⟧',
        'TVA intracommunautaire ⟦FR94754323194⟧',
      ],
      left: ['article 75432319400012', 'TVA 20 %'],
    },
    {
      name: "Carte d'identité, passeport, permis",
      announced: [
        "carte d'identité n° ⟦X4RTBPFW4⟧",
        'CNI ⟦880692310285⟧',
        'passeport n° ⟦12AB34567⟧',
        'permis de conduire n° ⟦14AA00002⟧',
        'titre de séjour n° ⟦9902123456⟧',
      ],
      left: ["carte d'identité valable 10 ans", 'permis B depuis 2004'],
    },
  ],
  Belgium: [
    {
      name: 'Rijksregisternummer',
      announced: [
        'rijksregisternummer ⟦85.03.17-213.16⟧',
        'Rijksregisternr. ⟦85031721316⟧',
        'numéro national ⟦85.03.17-213.16⟧',
        'NISS : ⟦85 03 17 213 16⟧',
        'INSZ ⟦85031721316⟧',
        'NRN ⟦85.03.17-213.16⟧',
        'registre national : ⟦04.05.21-104.93⟧',
      ],
      alone: ['patiënt ⟦85.03.17-213.16⟧', 'née, ⟦04.05.21-104.93⟧'],
      left: ['versie 85.03.17-213.17'],
    },
    {
      name: 'RIZIV/INAMI',
      announced: ['RIZIV-nr. ⟦1-18190-53-004⟧', 'INAMI ⟦1/18190/53/004⟧'],
      alone: ['dr. Peeters, ⟦1-18190-53-004⟧'],
      left: ['versie 1-18190-54-004'],
    },
    {
      name: 'RIZIV/INAMI without signs',
      type: 'References',
      announced: ['n° INAMI : ⟦11819053004⟧', 'RIZIV ⟦11819053004⟧'],
    },
    {
      name: 'Ondernemingsnummer',
      announced: [
        'ondernemingsnummer ⟦0712.389.774⟧',
        "numéro d'entreprise ⟦0712.389.774⟧",
        'BTW ⟦BE 0712.389.774⟧',
        'BCE ⟦0712.389.774⟧',
        'KBO ⟦0712.389.774⟧',
      ],
      alone: ['zaakvoerder, ⟦BE0712389774⟧'],
      left: ['BE0712389775'],
    },
    {
      name: 'Identiteitskaart',
      announced: ['identiteitskaart ⟦592-1234567-89⟧', "carte d'identité ⟦592-1234567-89⟧"],
    },
  ],
  Spain: [
    {
      name: 'DNI, NIE, NIF',
      announced: [
        'DNI ⟦47018955D⟧',
        'D.N.I. ⟦47.018.955-D⟧',
        'DNI: ⟦47018955-D⟧',
        'NIE ⟦Y-5979711-R⟧',
        'NIF ⟦47018955D⟧',
        'con D.N.I. n.º ⟦47018955 D⟧',
      ],
      alone: ['Ana, ⟦47018955D⟧, presente', 'firma ⟦Y5979711R⟧'],
      left: ['ze nie 4471 razy', 'pieza 47018955E', 'pieza Y5979711S'],
    },
    {
      name: 'Seguridad Social',
      announced: [
        'número de la Seguridad Social ⟦28/14710497/96⟧',
        'NUSS ⟦281471049796⟧',
        'n.º de afiliación: ⟦28 14710497 96⟧',
        'NAF ⟦28/14710497/96⟧',
      ],
      left: ['línea 281471049797'],
    },
    {
      name: 'Tarjeta sanitaria',
      announced: [
        'tarjeta sanitaria ⟦BBBB123456789012⟧',
        'CIP ⟦LOGO0850601123⟧',
        'TSI: ⟦LOGO 0 850601 12 3⟧',
        'CIPA ⟦1234567890⟧',
        'CITE ⟦BBBBBBBB123456⟧',
      ],
    },
    {
      name: 'Colegiado',
      type: 'References',
      announced: [
        'n.º de colegiado ⟦282812345⟧',
        'colegiada ⟦46/12345⟧',
        'nº col. ⟦282812345⟧',
        'colegiado nº ⟦28/28/12345⟧',
        'número de colegiada: ⟦12345⟧',
      ],
      left: ['el colegiado mayor tiene 120 plazas'],
    },
    {
      name: 'CIF, pasaporte, soporte',
      announced: [
        'CIF ⟦B28465078⟧',
        'pasaporte ⟦PAA123456⟧',
        'número de soporte ⟦BAA000589⟧',
        'permiso de conducir ⟦47018955D⟧',
        'IDESP ⟦BAA000589⟧',
      ],
    },
  ],
  Italy: [
    {
      name: 'Codice fiscale',
      announced: [
        'codice fiscale ⟦BNCGLI88E52F205B⟧',
        'C.F.: ⟦BNC GLI 88E52 F205B⟧',
        'CF ⟦bncgli88e52f205b⟧',
      ],
      alone: ['nata a Milano, ⟦BNCGLI88E52F205B⟧'],
      left: ['codice BNCGLI88E52F205X'],
    },
    {
      name: 'Partita IVA',
      announced: [
        'P.IVA ⟦05291700101⟧',
        'Partita IVA: ⟦05291700101⟧',
        'P. IVA ⟦IT05291700101⟧',
        'p.i. ⟦05291700101⟧',
      ],
      alone: ['fattura a Bianchi, ⟦IT05291700101⟧'],
      left: ['riga 05291700102', 'IVA 22%'],
    },
    {
      name: 'Tessera sanitaria, CIE, patente',
      announced: [
        'tessera sanitaria n. ⟦80380000301234567890⟧',
        'TEAM ⟦80380000301234567890⟧',
        "carta d'identità ⟦CA12345AB⟧",
        'carta identità n. ⟦AX 1234567⟧',
        'patente ⟦U1B23456XY⟧',
        'patente n. ⟦MI1234567X⟧',
        'passaporto ⟦YA1234567⟧',
        'codice STP ⟦STP0301234567890⟧',
      ],
      left: ['patente B dal 2004', 'la tessera sanitaria scade nel 2029'],
    },
    {
      name: 'Albo, ordine',
      type: 'References',
      announced: [
        "iscritto all'albo n. ⟦12345⟧",
        'n. iscrizione albo ⟦A1234⟧',
        'n. iscrizione ordine: ⟦12345⟧',
        'codice regionale ⟦123456⟧',
      ],
    },
  ],
  Netherlands: [
    {
      name: 'BSN',
      announced: [
        'BSN ⟦212768426⟧',
        'BSN: ⟦2127.68.426⟧',
        'burgerservicenummer ⟦212768426⟧',
        'sofinummer ⟦212768426⟧',
        'BSN-nummer ⟦212 768 426⟧',
      ],
      left: ['regel 212768427', 'een BSN heeft 9 cijfers'],
    },
    {
      name: 'BIG, AGB, UZI',
      type: 'References',
      announced: [
        'BIG-nummer ⟦19012345601⟧',
        'BIG: ⟦59012345601⟧',
        'BIG-registratie ⟦19012345601⟧',
        'AGB-code ⟦01012345⟧',
        'UZI-nummer ⟦900012345⟧',
        'BIG-reg.nr. ⟦69012345619⟧',
      ],
      left: ['BIG data is 2024', 'een big van 25 kg'],
    },
    {
      name: 'KvK, btw, rijbewijs, paspoort',
      announced: [
        'KvK ⟦12345678⟧',
        'KvK-nummer: ⟦12345678⟧',
        'btw-id ⟦NL123456782B90⟧',
        'rijbewijsnummer ⟦5123456789⟧',
        'paspoort ⟦NPA1B2C34⟧',
        'ID-kaart ⟦IRA1B2C34⟧',
        'V-nummer ⟦2801234567⟧',
        'zorgpas ⟦80528012345678901234⟧',
      ],
      left: ['btw 21 procent', 'rijbewijs sinds 2001'],
    },
  ],
  Poland: [
    {
      name: 'PESEL',
      announced: ['PESEL ⟦91072214684⟧', 'nr PESEL: ⟦91072214684⟧', 'numer ewidencyjny PESEL ⟦91072214684⟧'],
      left: ['partia 91072214685', 'PESEL ma 11 cyfr'],
    },
    {
      name: 'NIP, REGON',
      announced: ['NIP ⟦526-403-05-69⟧', 'NIP: ⟦5264030569⟧', 'REGON ⟦656321220⟧', 'NIP ⟦526 403 05 69⟧'],
      alone: ['faktura dla ⟦PL5264030569⟧'],
      left: ['indeks 526-403-05-60'],
    },
    {
      name: 'PWZ',
      type: 'References',
      announced: [
        'PWZ ⟦2244026⟧',
        'nr PWZ: ⟦2244026⟧',
        'numer prawa wykonywania zawodu ⟦2244026⟧',
        'nr prawa wykonywania zawodu: ⟦2244026⟧',
        'NPWZ ⟦2244026⟧',
      ],
    },
    {
      name: 'Dowód, paszport, prawo jazdy',
      announced: [
        'dowód osobisty ⟦CBX 633079⟧',
        'seria i numer dowodu: ⟦CBX633079⟧',
        'paszport ⟦ED1234567⟧',
        'prawo jazdy nr ⟦01234/12/1465⟧',
        'legitymacją się dowodem ⟦CBX633079⟧',
      ],
      left: ['dowód wpłaty z 2024'],
    },
  ],
  Portugal: [
    {
      name: 'NIF',
      announced: [
        'NIF ⟦285995286⟧',
        'contribuinte n.º ⟦285 995 286⟧',
        'número de contribuinte: ⟦285995286⟧',
        'número fiscal ⟦285995286⟧',
        'NIPC ⟦501964843⟧',
      ],
      alone: ['fatura para ⟦PT285995286⟧'],
      left: ['lote 285995287'],
    },
    {
      name: 'NISS, utente',
      announced: [
        'NISS ⟦11907866665⟧',
        'n.º de Segurança Social ⟦11907866665⟧',
        'número de utente ⟦217603137⟧',
        'n.º utente SNS: ⟦217603137⟧',
        'utente n.º ⟦217 603 137⟧',
        'beneficiário n.º ⟦11907866665⟧',
      ],
      left: ['lote 11907866666', 'o utente esperou 45 minutos'],
    },
    {
      name: 'Cartão de cidadão',
      announced: [
        'Cartão de Cidadão ⟦12159010 0 ZX6⟧',
        'CC ⟦12159010⟧',
        'BI n.º ⟦12159010⟧',
        'CC n.º ⟦121590100ZX6⟧',
        'passaporte ⟦CA123456⟧',
        'carta de condução ⟦L-1234567 8⟧',
      ],
      alone: ['assinado ⟦12159010 0 ZX6⟧'],
      left: ['lote 12159010 0 ZX7', 'em CC ao chefe 3 vezes'],
    },
    {
      name: 'Cédula profissional',
      type: 'References',
      announced: [
        'cédula profissional ⟦45678⟧',
        'cédula n.º ⟦12345P⟧',
        'OM n.º ⟦45678⟧',
        'Ordem dos Médicos n.º ⟦45678⟧',
        'cédula profissional n.º ⟦5-E-12345⟧',
      ],
    },
  ],
  Brazil: [
    {
      name: 'CPF, CNPJ',
      announced: [
        'CPF ⟦392.815.901-15⟧',
        'CPF: ⟦39281590115⟧',
        'CPF nº ⟦392815901-15⟧',
        'CNPJ ⟦43.962.459/0001-89⟧',
        'CNPJ: ⟦43962459000189⟧',
        'inscrito no CPF sob o nº ⟦392.815.901-15⟧',
      ],
      alone: ['Ana, ⟦392.815.901-15⟧, declara', 'nota para ⟦43.962.459/0001-89⟧', 'Ana, ⟦392815901-15⟧'],
      left: ['código 392.815.901-16', 'código 43.962.459/0001-80'],
    },
    {
      name: 'RG, CNH, título',
      announced: [
        'RG ⟦24.412.154-0⟧',
        'RG nº ⟦24.412.154-0⟧ SSP/SP',
        'identidade nº ⟦24412154⟧',
        'CNH ⟦65167612271⟧',
        'CNH nº: ⟦65167612271⟧',
        'título de eleitor ⟦7511 6372 0647⟧',
        'CTPS ⟦44.188 série 0022-RS⟧',
        'RNE ⟦V123456-7⟧',
        'passaporte ⟦FZ123456⟧',
      ],
    },
    {
      name: 'PIS, CNS',
      announced: [
        'PIS ⟦125.71177.77-1⟧',
        'PIS/PASEP: ⟦12571177771⟧',
        'NIT ⟦125.71177.77-1⟧',
        'CNS ⟦755 1313 7353 7990⟧',
        'cartão SUS ⟦755131373537990⟧',
        'NIS ⟦12571177771⟧',
      ],
      alone: ['Ana, ⟦125.71177.77-1⟧'],
      left: ['código 125.71177.77-2'],
    },
    {
      name: 'CRM, OAB, COREN',
      type: 'References',
      announced: [
        'CRM ⟦123456⟧',
        'CRM-SP ⟦123456⟧',
        'CRM/SP ⟦123.456⟧',
        'OAB/SP ⟦123.456⟧',
        'OAB ⟦123456⟧',
        'CREA ⟦5061234567⟧',
        'COREN-RJ ⟦123456⟧',
        'CRP ⟦06/12345⟧',
        'CRO ⟦12345⟧',
      ],
      left: ['o CRM tem 3 módulos', 'CRM 2.0 para vendas'],
    },
  ],
  Mexico: [
    {
      name: 'CURP, RFC',
      announced: [
        'CURP ⟦GOHL900412MDFMRR09⟧',
        'CURP: ⟦GOHL900412MDFMRR09⟧',
        'RFC ⟦GOHL9004125K0⟧',
        'R.F.C. ⟦GOHL-900412-5K0⟧',
        'RFC ⟦TAL0503127Q2⟧',
        'RFC: ⟦GOHL900412⟧',
      ],
      alone: ['Laura ⟦GOHL900412MDFMRR09⟧', 'factura a ⟦GOHL9004125K0⟧'],
      left: ['RFC 2616', 'véase RFC 5321', 'clave GOHL900412XDFMRR09'],
    },
    {
      name: 'NSS, INE, cédula',
      announced: [
        'NSS ⟦45 90 84 2029 7⟧',
        'número de seguridad social ⟦45908420297⟧',
        'IMSS ⟦45908420297⟧',
        'clave de elector ⟦GMHRLR90041209M100⟧',
        'credencial de elector ⟦GMHRLR90041209M100⟧',
      ],
    },
    {
      name: 'Cédula profesional',
      type: 'References',
      announced: ['cédula profesional ⟦1234567⟧', 'Céd. Prof. ⟦12345678⟧', 'cédula prof. ⟦1234567⟧'],
    },
    {
      name: 'CLABE',
      type: 'BankAccounts',
      announced: ['CLABE ⟦002180729975288208⟧', 'CLABE interbancaria: ⟦002 180 72997528820 8⟧'],
      left: ['deposita a 002180729975288209 hoy'],
    },
  ],
  Argentina: [
    {
      name: 'DNI, CUIL, CUIT',
      announced: [
        'DNI ⟦30.182.633⟧',
        'DNI ⟦30182633⟧',
        'D.N.I. Nº ⟦30.182.633⟧',
        'CUIL ⟦27-30182633-3⟧',
        'CUIL: ⟦27301826333⟧',
        'CUIT ⟦27 30182633 3⟧',
      ],
      alone: ['factura de ⟦27-30182633-3⟧'],
      left: ['código 27-30182633-4', 'le 4.123.456 pesos'],
    },
    {
      name: 'CBU, alias',
      type: 'BankAccounts',
      announced: [
        'CBU ⟦0170043548395486205798⟧',
        'CVU: ⟦0000003100012345678901⟧',
        'CBU ⟦01700435 48395486205798⟧',
      ],
      alone: ['transferir a ⟦0170043548395486205798⟧'],
      left: ['transferir 0170043548395486205799'],
    },
    {
      name: 'Matrícula',
      type: 'References',
      announced: [
        'M.N. ⟦123456⟧',
        'matrícula nacional ⟦123456⟧',
        'M.P. ⟦12345⟧',
        'MN ⟦123456⟧',
        'matrícula profesional ⟦12345⟧',
        'Mat. ⟦12345⟧',
      ],
      left: ['40 mn 3 dm'],
    },
  ],
  'United Kingdom': [
    {
      name: 'NHS, CHI',
      announced: [
        'NHS number ⟦486 828 2883⟧',
        'NHS No: ⟦4868282883⟧',
        'NHS: ⟦486-828-2883⟧',
        'CHI ⟦1507919026⟧',
        'CHI number: ⟦150791 9026⟧',
        'health and care number ⟦3201234567⟧',
      ],
      left: ['row 486 828 2884', 'NHS 111', 'the NHS has 1.3 million staff', 'chi 2.45'],
    },
    {
      name: 'National Insurance',
      announced: [
        'NI number ⟦AB 12 34 56 C⟧',
        'NINO: ⟦AB123456C⟧',
        'National Insurance no. ⟦ab123456c⟧',
        'N.I. No. ⟦AB123456C⟧',
        'temporary NI ⟦TN150791F⟧',
      ],
      alone: ['payroll ⟦AB123456C⟧'],
      left: ['part GB123456C', 'bay AB123456E'],
    },
    {
      name: 'UTR, VAT',
      announced: [
        'UTR ⟦9227918058⟧',
        'UTR: ⟦92279 18058⟧',
        'Unique Taxpayer Reference ⟦9227918058⟧',
        'VAT no. ⟦GB 980 7806 84⟧',
        'PAYE reference ⟦123/AB456⟧',
      ],
      left: ['row 9227918059'],
    },
    {
      name: 'GMC, NMC, GPhC',
      type: 'References',
      announced: [
        'GMC number ⟦7123456⟧',
        'GMC ⟦7123456⟧',
        'GMC no: ⟦7123456⟧',
        'NMC PIN ⟦18A1234E⟧',
        'NMC ⟦18A1234E⟧',
        'GPhC ⟦2071234⟧',
        'HCPC ⟦PH123456⟧',
        'GDC no. ⟦123456⟧',
        'SRA ID ⟦123456⟧',
        'SRA number: ⟦654321⟧',
      ],
      left: ['a GMC truck from 2019'],
    },
    {
      name: 'Driving licence, passport, BRP',
      announced: [
        'driving licence ⟦MORGA 657054 SM9IJ⟧',
        'licence no ⟦MORGA657054SM9IJ 35⟧',
        'passport ⟦533401372⟧',
        'BRP ⟦ZU1234567⟧',
        'share code ⟦W4K 7TR 9QL⟧',
      ],
      alone: ['he showed ⟦MORGA657054SM9IJ⟧'],
    },
  ],
  Ireland: [
    {
      name: 'PPS',
      announced: [
        'PPS number ⟦8871803U⟧',
        'PPSN: ⟦3401878TA⟧',
        'PPS No. ⟦8871803 U⟧',
        'my PPS is ⟦8871803u⟧',
      ],
      alone: ['payroll ⟦8871803U⟧'],
      left: ['part 8871803V', '5000 pps'],
    },
    { name: 'IHI', announced: ['IHI ⟦1234567890123456789⟧'] },
    {
      name: 'IMC, NMBI',
      type: 'References',
      announced: ['IMC number ⟦123456⟧', 'MCRN ⟦123456⟧', 'GMS number ⟦A123456B⟧', 'NMBI PIN ⟦123456⟧'],
    },
  ],
  'United States': [
    {
      name: 'SSN, ITIN, EIN',
      announced: [
        'SSN ⟦219-09-1234⟧',
        'SSN: ⟦219091234⟧',
        'Social Security # ⟦219 09 1234⟧',
        'last four of SSN ⟦1234⟧',
        'ITIN ⟦912-70-1234⟧',
        'EIN ⟦12-3456789⟧',
        'FEIN: ⟦12-3456789⟧',
        'TIN ⟦12-3456789⟧',
      ],
      alone: ['applied with ⟦219-09-1234⟧'],
      left: ['call 000-12-3456', 'part 666-12-3456', '12-3456789'],
    },
    {
      name: 'NPI, DEA',
      announced: [
        'NPI ⟦1017598982⟧',
        'NPI #: ⟦1017598982⟧',
        'DEA ⟦BK3478876⟧',
        'DEA # ⟦BK3478876⟧',
        'DEA number: ⟦BK3478876⟧',
        'DEA reg no ⟦BK3478876⟧',
      ],
      left: ['row 1017598983', 'part BK3478876', 'DEA raided 14 homes', 'the DEA seized 2000 pills'],
    },
    {
      name: 'Medicare, license, passport, A-number',
      announced: [
        'Medicare ⟦1EG4-TE5-MK73⟧',
        'MBI: ⟦1EG4TE5MK73⟧',
        "driver's license ⟦D123-4567-8901⟧",
        'DL# ⟦A1234567⟧',
        'passport ⟦C03005988⟧',
        'A-Number ⟦A123-456-789⟧',
        'A# ⟦A123456789⟧',
        'alien registration number ⟦A012345678⟧',
        'Medicaid ID ⟦AB12345C⟧',
      ],
      alone: ['member ⟦1EG4-TE5-MK73⟧'],
    },
    {
      name: 'Licenses of professions',
      type: 'References',
      announced: [
        'bar number ⟦123456⟧',
        'State Bar No. ⟦123456⟧',
        'NPI number ⟦1017598980⟧',
        'CLIA ⟦05D1234567⟧',
      ],
    },
  ],
  Canada: [
    {
      name: 'SIN',
      announced: [
        'SIN ⟦583 848 379⟧',
        'SIN: ⟦583-848-379⟧',
        'Social Insurance Number ⟦583848379⟧',
        'NAS ⟦583 848 379⟧',
        "numéro d'assurance sociale : ⟦583 848 379⟧",
      ],
      left: ['row 583 848 370', 'the sin of 1911', 'la casa sin 4471 fotos'],
    },
    {
      name: 'Health cards',
      announced: [
        'OHIP ⟦4261-675-138-KV⟧',
        'OHIP # ⟦4261 675 138⟧',
        'health card ⟦4261-675-138⟧',
        'RAMQ ⟦TREM 8503 1712⟧',
        "numéro d'assurance maladie ⟦TREM 8503 1712⟧",
        'NAM ⟦TREM85031712⟧',
        'PHN ⟦9427 316 723⟧',
        'BC PHN: ⟦9427316723⟧',
        'carte soleil ⟦TREM 8503 1712⟧',
      ],
    },
    {
      name: 'Business number',
      announced: ['BN ⟦613412527RT0001⟧', 'GST/HST ⟦613412527 RT0001⟧', 'NEQ ⟦1143920115⟧'],
      left: ['2.5 bn 2024'],
    },
    {
      name: 'Licenses',
      announced: [
        "driver's licence ⟦T6385-10828-50317⟧",
        'permis de conduire ⟦T6385-108285-03⟧',
        'UCI ⟦1234-5678⟧',
        'passport ⟦AB123456⟧',
      ],
    },
    {
      name: 'CPSO',
      type: 'References',
      announced: ['CPSO ⟦12345⟧', 'CPSO # ⟦123456⟧', 'LSO number ⟦12345A⟧'],
    },
  ],
};
