import type { FieldWords, NumberWords, PhoneWords } from '../../language-words';

export const ENGLISH_FIELDS: FieldWords = {
  phone:
    'phone phones phonenumber phoneno phonenr telephone telephones telno telephonenumber mobile mobiles mobileno mobilenumber mobilephone mob cell cells cellphone cellular cellnumber landline fax faxes faxnumber faxno telefax pager whatsapp msisdn callback callbacknumber contact_number contact_no contact_nr call_number_back helpline toll_free direct_line direct_dial ph voicemail sms_number dial phone_e164 tty whatsapp_number',
  extension: 'extension ext extn xtn phone_extension phone_ext desk_phone',
  email: 'email emails mail e_mail email_address e_mail_address mail_address reply_to',
  firstName:
    'first_name firstname given_name givenname given_names forename forenames middle_name middlename fname christian_name nickname',
  lastName: 'last_name lastname surname surnames family_name familyname maiden_name lname',
  fullName:
    'full_name fullname customer_name client_name patient_name contact_name employee_name person_name guest_name author_name member_name applicant_name student_name account_holder card_holder cardholder card_holder_name account_holder_name legal_name real_name signed_by',
  name: 'name names display_name displayname',
  person:
    'customer customers client clients patient patients contact contacts contact_person person persons people employee employees author authors attendee attendees participant participants applicant applicants candidate candidates student students teacher teachers doctor physician nurse lawyer attorney tenant tenants landlord guest guests passenger passengers sender recipient recipients assignee supervisor signer signatory signature beneficiary policyholder insured buyer seller payee payer caller callee witness plaintiff defendant spouse wife husband mother father guardian next_of_kin emergency_contact attn attention sales_rep account_manager approver handled_by requested_by approved_by assigned_to',
  actor:
    'user users member members driver drivers owner owners holder agent creator editor manager mgr reporter child children parent reviewer speaker created_by',
  organization:
    'company companies organization organisation org business employer vendor supplier manufacturer brand merchant school university hospital clinic bank institution publisher team',
  thing:
    'product products item items article file filename files folder directory path host hostname server domain username user_name login nick handle project event course model service app application table column field database schema class function method tool package module library plugin device machine branch repo repository tag category label group channel topic theme font color colour template variable param parameter arguments feature step task job queue bucket container image cluster node namespace environment env property attribute key dataset film movie book song album hotel restaurant plan tier currency unit license protocol program',
  place: 'country state region county',
  reference:
    'id ids uuid guid customer_number customer_no customer_id account_id order orders order_number order_no order_id invoice invoice_number invoice_no invoice_id contract_number case_number ticket ticket_number batch lot sn nhs duns reference reference_number ref tracking tracking_number serial serial_number sku ean isbn asin upc part_number item_number article_number policy_number passport passport_number ssn social_security_number tax_id vat vat_id vat_number ein nhs_number mrn employee_id employee_number student_id member_id license_number licence_number plate booking confirmation confirmation_code imei mac ip port hash token session code pin otp room suite vin docket',
  account:
    'account account_number account_no iban bic swift routing routing_number sort_code card card_number credit_card cvv cvc',
  date: 'date dates time timestamp created updated modified created_at updated_at year month day expiry expires due',
  birthdate:
    'birthday birth_date birthdate date_of_birth dob born bday birth_year year_of_birth yob date_of_death death_date dod died deceased',
  amount:
    'amount price total sum subtotal cost revenue salary quantity qty count balance weight height width length size tax fee number_of score rating percent opening closing bytes',
  street: 'street street_address address_line addressline address_line1 street_name streetname addr',
  houseNumber: 'house_number house_no',
  city: 'city town',
  address: 'address adr home_address postal_address mailing_address delivery_address billing_address shipping_address residential_address current_address business_address',
  postcode: 'zip zipcode zip_code postcode post_code postal_code postalcode po_box',
  personal:
    'salutation gender sex age birthplace nationality title marital_status job_title department role',
  property:
    'type kind status verified is has count length pages minutes format valid validated confirmed provider carrier price bill plan model brand enabled required optional preferred allowed description pattern regex country_code area_code prefix calling_code os version confidence score flag opt_in consent',
  neutral:
    'number numbers no num nr value values text content data span div td li p b strong em i a field input string home work office private personal business main primary secondary other alternative alt emergency day evening new old my your his her their default current first last full the of and or for',
};

export const ENGLISH_NUMBERS: NumberWords = {
  units: 'zero/oh/o/nought/naught one two three four five six seven eight nine/niner',
  teens: 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  tens: 'twenty thirty forty/fourty fifty sixty seventy eighty ninety',
  joined: ['{t}-{u}'],
  double: 'double',
  triple: 'triple',
  and: 'and',
};

export const ENGLISH_PHONES: PhoneWords = {
  phrases:
    'call(?:s|ed|ing|er)?(?: back)?;dial(?:s|ed|ing)?;ring(?= (?:me|us|him|her|them|on|at|back|[+0(]));reach(?:ed|ing|able)?;text(?: me| us| him| her| them)?;sms;(?:my|your|his|her|their|our|\\p{L}{2,12}[\\x27’]s) (?:new |old |home |work |mobile )?number;voicemail;switchboard;front desk;octel;rsvp',
  numberPhrases: 'number;numbers;signal;telegram',
  connectors:
    'is was at on via through by under me us him her them back or and number no nr the please office home work cell mobile it its to for',
};
