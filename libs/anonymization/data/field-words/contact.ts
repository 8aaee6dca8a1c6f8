import type { FieldWords } from './field-kind';

export const PHONE: FieldWords = {
  de: 'telefon telefonnummer telefonnr tel telnr telnummer fon festnetz festnetznummer festnetznr handy handynummer handynr mobil mobilnummer mobilnr mobiltelefon mobilfunk mobilfunknummer rufnummer rufnr fax faxnummer faxnr telefax hotline rueckruf rueckrufnummer notruf notrufnummer kontaktnummer autotelefon funktelefon diensttelefon diensthandy sammelnummer servicenummer pieper piepser funk telefonanschluss',
  en: 'phone phones phonenumber phoneno phonenr telephone telephones telno telephonenumber mobile mobiles mobileno mobilenumber mobilephone mob cell cells cellphone cellular cellnumber landline fax faxes faxnumber faxno telefax pager whatsapp msisdn callback callbacknumber contact_number contact_no contact_nr call_number_back helpline toll_free direct_line direct_dial ph voicemail sms_number dial phone_e164 tty whatsapp_number',
  fr: 'telephone tel mobile portable numero_portable gsm fixe telecopie telecopieur fax numero_de_telephone ligne_directe',
  es: 'telefono telefonos tfno tlfno tlf tel movil moviles celular fax numero_de_telefono numero_movil numero_de_contacto',
  it: 'telefono telefoni tel cellulare cell telefonino fax numero_di_telefono numero_cellulare recapito_telefonico fisso',
  nl: 'telefoon telefoonnummer telefoonnr telnr mobiel mobielnummer gsm gsmnummer vaste_lijn fax faxnummer telefoonnummers 06nummer',
  pl: 'telefon telefonu telefony tel nr_telefonu numer_telefonu komorka komorkowy tel_kom kom faks stacjonarny nr_tel nr_kom numer_komorkowy',
  pt: 'telefone telefones telemovel telemoveis celular tel tlm fone fax numero_de_telefone numero_de_telemovel',
};

export const EXTENSION: FieldWords = {
  de: 'durchwahl durchwahlnummer dw nebenstelle apparat app hausruf klappe kl',
  en: 'extension ext extn xtn phone_extension phone_ext desk_phone',
  fr: 'poste numero_de_poste',
  es: 'extension anexo interno',
  it: 'interno',
  nl: 'toestel toestelnummer doorkiesnummer',
  pl: 'wewnetrzny wew numer_wewnetrzny',
  pt: 'ramal extensao',
};

export const EMAIL: FieldWords = {
  de: 'mail email emailadresse mailadresse e_mail e_mail_adresse',
  en: 'email emails mail e_mail email_address e_mail_address mail_address reply_to',
  fr: 'courriel mel adresse_electronique adresse_mail adresse_e_mail adresse_email',
  es: 'correo correo_electronico direccion_de_correo',
  it: 'posta_elettronica indirizzo_email pec',
  nl: 'emailadres e_mailadres mailadres',
  pl: 'adres_email adres_e_mail poczta',
  pt: 'correio_eletronico endereco_de_email',
};
